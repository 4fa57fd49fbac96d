//! Encoders for the pictures that tests need. Each writes to `output` and returns how many bytes, or 0 for a failure.

#ifndef CPICTURESAMPLES_H
#define CPICTURESAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The scans of a JPEG.
typedef enum __attribute__((enum_extensibility(closed))) CPictureSamples_Scans : uint8_t {
    /// One, of everything.
    CPictureSamples_ScansOne,
    /// Those that the library proposes for a progressive picture.
    CPictureSamples_ScansProgressive,
    /// One of the means of all blocks, then one of the rest for each colour; colour at half the width of the brightness.
    /// That is the fewest bytes for a block.
    CPictureSamples_ScansFew,
    /// One for each coefficient of a grey picture, the first in two: 65.
    CPictureSamples_ScansMany,
    /// The first two, arithmetically coded.
    CPictureSamples_ScansArithmetic,
    CPictureSamples_ScansArithmeticProgressive,
} CPictureSamples_Scans;

/// Encodes samples of 1 (grey), 3 (RGB) or 4 (CMYK) bytes for a pixel.
///
/// - Parameters:
///   - rowBytes: Bytes from one row to the next; 0 repeats one row.
///   - isAdobe: Whether it says that Adobe wrote it.
size_t CPictureSamples_jpeg(const uint8_t *_Nonnull samples, size_t rowBytes, int width, int height, int channels,
                            CPictureSamples_Scans scans, bool isAdobe, uint8_t *_Nonnull output, size_t capacity);
/// Encodes pixels of red, green, blue and alpha.
size_t CPictureSamples_webp(const uint8_t *_Nonnull pixels, int width, int height, bool isLossless,
                            uint8_t *_Nonnull output, size_t capacity);
/// Encodes a lossy picture of one grey.
size_t CPictureSamples_webp_grey(int width, int height, uint8_t *_Nonnull output, size_t capacity);
/// Encodes samples as libpng wants them for a colour type and a depth; a palette is given as red, green, blue.
///
/// - Parameter rowBytes: Bytes from one row to the next; 0 repeats one row.
size_t CPictureSamples_png(const uint8_t *_Nonnull samples, size_t rowBytes, int width, int height, int depth,
                           int colorType, bool isInterlaced, const uint8_t *_Nullable palette, int colors,
                           uint8_t *_Nonnull output, size_t capacity);

#endif
