#ifndef CPICTURES_REDUCTION_H
#define CPICTURES_REDUCTION_H

#include "CPictures.h"

/// Averages a picture down to a small one while its rows arrive, in any order: each pixel of the small picture is the mean
/// of the area it covers, every source pixel weighted by the part of it that lies inside.
///
/// Only sums are kept, so the memory does not depend on the picture's height. Colours are weighted by their alpha; what no
/// row covered is transparent. The mean is taken of the stored values, without undoing their gamma.
typedef struct CPictures_Reduction {
    uint32_t width;
    uint32_t height;
    uint32_t reducedWidth;
    uint32_t reducedHeight;
    /// For each source column the pixel of the small picture in which it begins, and its weight there, in units of
    /// 1 / reducedWidth of a column. The rest of the weight belongs to the next pixel.
    uint16_t *_Nullable cells;
    uint16_t *_Nullable weights;
    /// Four sums for each pixel of one reduced row: colours times alpha, and alpha.
    uint32_t *_Nullable row;
    /// The same for the whole small picture.
    uint64_t *_Nullable sums;
} CPictures_Reduction;

/// Takes the memory. Clear the reduction also when this fails.
///
/// - Parameters:
///   - width: Columns of the source, from the small picture's own up to CPICTURES_SIDE_MAX.
///   - height: Rows of the source, likewise.
/// - Returns: Whether there was memory and the sides are in their ranges.
bool CPictures_Reduction_begin(CPictures_Reduction *_Nonnull reduction, uint32_t width, uint32_t height,
                               const CPictures_Target *_Nonnull target);

/// Adds pixels of red, green, blue and alpha from one source row. What lies outside the source is left out.
///
/// - Parameters:
///   - x: Column of the first pixel.
///   - step: Columns from one pixel to the next; more than 1 in the passes of an interlaced PNG.
void CPictures_Reduction_add(CPictures_Reduction *_Nonnull reduction, const uint8_t *_Nonnull pixels, uint32_t count,
                             uint32_t x, uint32_t step, uint32_t y);

/// Writes the small picture.
void CPictures_Reduction_write(const CPictures_Reduction *_Nonnull reduction, uint8_t *_Nonnull pixels);

/// Gives the memory back; all zero is a cleared reduction.
void CPictures_Reduction_clear(CPictures_Reduction *_Nonnull reduction);

#endif
