//! Four decoders and one converter of colours behind one face: the bytes of a picture in, one small picture of red, green,
//! blue and alpha out.
//!
//! Every function is synchronous, keeps nothing between calls and may run on any thread. libjpeg and libpng leave by
//! `longjmp` when they fail; those jumps begin and end within a function of this module, so no frame of Swift is ever
//! jumped over. Nothing is written to standard error.

#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest side of a picture that is decoded, and of the small picture made of it, in pixels. Sums are sized for them.
#define CPICTURES_SIDE_MAX 8000
#define CPICTURES_REDUCED_SIDE_MAX 600

/// The most scans of a JPEG. Encoders write about ten; each one may cost a pass over the whole picture.
#define CPICTURES_SCANS_MAX 64

/// The most bytes that following a profile takes. Those of printers take some 5 MB.
#define CPICTURES_PROFILE_BYTES_MAX (24u << 20)

/// The most pixels of a picture that is turned: encoding them takes a second or two.
#define CPICTURES_TURNED_PIXELS_MAX (4u << 20)

typedef enum __attribute__((enum_extensibility(closed))) CPictures_Code : uint8_t {
    CPictures_CodeOk,
    /// The bytes are not what the format prescribes, or end too early.
    CPictures_CodeDamaged,
    /// The format allows it, but it is not decoded here.
    CPictures_CodeUnsupported,
    CPictures_CodeOutOfMemory,
} CPictures_Code;

/// What a decode came to.
typedef struct CPictures_Result {
    CPictures_Code code;
    /// What is wrong in English, mostly in the library's words, ended by NUL. Empty when nothing is.
    char detail[160];
} CPictures_Result;

/// The curve by which a stored value becomes light.
typedef enum __attribute__((enum_extensibility(closed))) CPictures_Transfer : uint8_t {
    /// A power of the value.
    CPictures_TransferPower,
    /// That of sRGB.
    CPictures_TransferSRGB,
    /// That of ITU-R BT.601, BT.709 and BT.2020.
    CPictures_TransferVideo,
    /// The two of ITU-R BT.2100. Light above the white of paper, CPICTURES_WHITE_NITS, is cut to it.
    CPictures_TransferPQ,
    CPictures_TransferHLG,
} CPictures_Transfer;

/// The white of paper in a picture of a high dynamic range, in candela per square metre (ITU-R BT.2408).
#define CPICTURES_WHITE_NITS 203

/// What the samples of a picture mean: as a profile of the ICC, or in numbers.
typedef struct CPictures_Colors {
    /// The profile, or NULL when the members below count.
    const uint8_t *_Nullable profile;
    size_t profileBytes;
    /// x and y of white, red, green and blue on the chromaticity diagram of 1931.
    double places[8];
    CPictures_Transfer transfer;
    /// Of CPictures_TransferPower.
    double exponent;
} CPictures_Colors;

/// What to decode into.
typedef struct CPictures_Target {
    /// Sides of the picture as its header says, 1…CPICTURES_SIDE_MAX. One that turns out otherwise is damaged.
    uint32_t width;
    uint32_t height;
    /// Sides of the small picture, 1…CPICTURES_REDUCED_SIDE_MAX and not above those of the picture.
    uint32_t reducedWidth;
    uint32_t reducedHeight;
    /// Receives `reducedWidth * reducedHeight` pixels of four bytes: red, green, blue, alpha (not multiplied).
    uint8_t *_Nonnull pixels;
    /// What inks mean; NULL when that is not said. Other samples are written as they are stored.
    const CPictures_Colors *_Nullable inks;
} CPictures_Target;

/// Where the first frame of a WebP lies in its bytes and on its canvas.
typedef struct CPictures_Frame {
    /// Offset and length of its ALPH, VP8 and VP8L chunks.
    size_t start;
    size_t length;
    uint32_t x;
    uint32_t y;
    uint32_t width;
    uint32_t height;
} CPictures_Frame;

// MARK: Decoding

/// Decodes every scan to its end. CMYK becomes RGB, in sRGB where the target says what its inks mean.
CPictures_Result CPictures_decode_jpeg(const uint8_t *_Nonnull bytes, size_t count,
                                       const CPictures_Target *_Nonnull target);
/// Decodes every row and checks every chunk up to IEND.
CPictures_Result CPictures_decode_png(const uint8_t *_Nonnull bytes, size_t count,
                                      const CPictures_Target *_Nonnull target);
/// Decodes the first frame, and nothing behind it.
CPictures_Result CPictures_decode_gif(const uint8_t *_Nonnull bytes, size_t count,
                                      const CPictures_Target *_Nonnull target);
/// Decodes the frame that is named, which lies within the picture.
CPictures_Result CPictures_decode_webp(const uint8_t *_Nonnull bytes, const CPictures_Frame *_Nonnull frame,
                                       const CPictures_Target *_Nonnull target);

// MARK: Colours

/// Turns pixels of red, green, blue and alpha into those of sRGB, in place; `isGrey` says that the profile is of one
/// channel, which is the red. When the colours cannot be followed, all stays as it is.
void CPictures_convert_colors(const CPictures_Colors *_Nonnull colors, bool isGrey, uint8_t *_Nonnull pixels,
                              size_t count);

/// Unpacks what zlib has packed (RFC 1950). The number of bytes, or 0 when it is damaged or more than the capacity.
size_t CPictures_inflate(const uint8_t *_Nonnull packed, size_t count, uint8_t *_Nonnull output, size_t capacity);

// MARK: Turning

/// Decodes a frame of a WebP that is the whole picture, turns it as the EXIF orientation says, 2…8, and encodes it again,
/// as WebP, without metadata. One of more than CPICTURES_TURNED_PIXELS_MAX pixels becomes smaller.
///
/// - Parameter isLossless: Whether no pixel may change; it is given up where the result does not fit.
/// - Returns: The number of bytes, or 0 when it does not decode, does not fit, or there is no memory.
size_t CPictures_turn_webp(const uint8_t *_Nonnull bytes, const CPictures_Frame *_Nonnull frame, uint8_t orientation,
                           bool isLossless, uint8_t *_Nonnull output, size_t capacity);

// MARK: Encoding

/// Bytes that are always enough for an encoded picture of these sides.
static inline size_t CPictures_encoded_bytes_max(uint32_t width, uint32_t height) {
    // Incompressible pixels as a PNG: themselves and a byte for each row. As a JPEG they stay below that, but a small one is
    // mostly tables.
    return 8192 + (size_t)height * (16 + (size_t)width * 5);
}

/// Encodes pixels of red, green, blue and alpha as a JPEG, without the alpha. The number of bytes written, or 0.
size_t CPictures_encode_jpeg(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, int quality,
                             uint8_t *_Nonnull output, size_t capacity);
/// Encodes pixels of red, green, blue and alpha as a PNG. The number of bytes written, or 0.
size_t CPictures_encode_png(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, uint8_t *_Nonnull output,
                            size_t capacity);

#endif
