#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include "CPictures.h"

static uint32_t divided(uint32_t length, uint32_t divisor) { return (length + divisor - 1) / divisor; }

// Where the pixel at (x, y) of the upright picture is stored, in a picture of these sides.
static size_t place_of(uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint8_t orientation) {
    uint32_t column = orientation >= 5 ? y : x, row = orientation >= 5 ? x : y;
    if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) {
        column = width - 1 - column;
    }
    if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) {
        row = height - 1 - row;
    }
    return (size_t)row * width + column;
}

// Decodes into memory that is to be freed by WebPFree; NULL when that fails.
static uint8_t *decode(const uint8_t *bytes, const CPictures_Frame *frame, uint32_t *width, uint32_t *height) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(bytes, frame->length, &config.input) != VP8_STATUS_OK ||
        (uint32_t)config.input.width != frame->width || (uint32_t)config.input.height != frame->height) {
        return NULL;
    }
    uint32_t divisor = 1;
    while (divided(*width, divisor) * divided(*height, divisor) > CPICTURES_TURNED_PIXELS_MAX) {
        divisor++;
    }
    *width = divided(*width, divisor);
    *height = divided(*height, divisor);
    if (divisor > 1) {
        config.options.use_scaling = 1;
        config.options.scaled_width = (int)*width;
        config.options.scaled_height = (int)*height;
    }
    config.output.colorspace = MODE_RGBA;
    if (WebPDecode(bytes, frame->length, &config) != VP8_STATUS_OK) {
        WebPFreeDecBuffer(&config.output);
        return NULL;
    }
    return config.output.u.RGBA.rgba;
}

// Makes an upright picture of stored pixels.
static bool turn(WebPPicture *picture, const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t orientation) {
    picture->use_argb = 1;
    picture->width = (int)(orientation >= 5 ? height : width);
    picture->height = (int)(orientation >= 5 ? width : height);
    if (!WebPPictureAlloc(picture)) {
        return false;
    }
    for (uint32_t y = 0; y < (uint32_t)picture->height; y++) {
        uint32_t *const row = picture->argb + (size_t)y * (size_t)picture->argb_stride;
        for (uint32_t x = 0; x < (uint32_t)picture->width; x++) {
            const uint8_t *const pixel = pixels + place_of(x, y, width, height, orientation) * 4;
            row[x] = (uint32_t)pixel[3] << 24 | (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
        }
    }
    return true;
}

// The number of bytes, or 0 when they do not fit. A target of 0 means without loss.
static size_t encode(WebPPicture *picture, size_t target, uint8_t *output, size_t capacity) {
    WebPConfig config;
    if (!WebPConfigInit(&config)) {
        return 0;
    }
    if (target == 0) {
        WebPConfigLosslessPreset(&config, 2);
        config.exact = 1;
    } else {
        config.method = 2;
        config.target_size = (int)target;
        config.pass = 5;
    }
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture->writer = WebPMemoryWrite;
    picture->custom_ptr = &writer;
    const bool fits = WebPEncode(&config, picture) && writer.size <= capacity;
    const size_t count = fits ? writer.size : 0;
    if (fits) {
        memcpy(output, writer.mem, count);
    }
    WebPMemoryWriterClear(&writer);
    return count;
}

size_t CPictures_turn_webp(const uint8_t *bytes, const CPictures_Frame *frame, uint8_t orientation, bool isLossless,
                           uint8_t *output, size_t capacity) {
    uint32_t width = frame->width, height = frame->height;
    uint8_t *const pixels = decode(bytes + frame->start, frame, &width, &height);
    WebPPicture picture;
    size_t count = 0;
    if (pixels != NULL && WebPPictureInit(&picture)) {
        const bool isTurned = turn(&picture, pixels, width, height, orientation);
        if (isTurned && isLossless) {
            count = encode(&picture, 0, output, capacity);
        }
        // A third more than it had keeps what it showed; where that is not to be had, some less.
        const size_t wanted = frame->length + frame->length / 3 + 1024;
        size_t target = (wanted < capacity ? wanted : capacity) / 20 * 19;
        for (int attempt = 0; isTurned && count == 0 && attempt < 3; attempt++, target = target / 4 * 3) {
            count = encode(&picture, target, output, capacity);
        }
        WebPPictureFree(&picture);
    }
    WebPFree(pixels);
    return count;
}
