#ifndef CPICTURES_COLORS_H
#define CPICTURES_COLORS_H

#include "CPictures.h"

/// What the samples of a picture are.
typedef enum CPictures_Samples : uint8_t {
    CPictures_SamplesColor,
    CPictures_SamplesGrey,
    /// Cyan, magenta, yellow and black, each as the light that it leaves.
    CPictures_SamplesInks,
} CPictures_Samples;

/// Turns colours into those of sRGB.
typedef struct CPictures_Converter CPictures_Converter;

/// NULL when the colours are not for these samples, are said in a way that cannot be followed, or there is no memory.
CPictures_Converter *_Nullable CPictures_Converter_make(const CPictures_Colors *_Nonnull colors,
                                                        CPictures_Samples samples);
/// Turns a row of inks, four bytes each, into pixels of red, green, blue and an alpha that hides all behind it.
void CPictures_Converter_inks(const CPictures_Converter *_Nonnull converter, const uint8_t *_Nonnull inks,
                              uint8_t *_Nonnull pixels, size_t count);
void CPictures_Converter_free(CPictures_Converter *_Nullable converter);

#endif
