#include <stdlib.h>
#include <webp/decode.h>

#include "Reduction.h"
#include "Result.h"

// Above this many pixels the library scales down while it decodes, so that no more than these are held.
#define HELD_PIXELS_MAX (4u << 20)

static CPictures_Result failure(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK:
        return CPictures_ok();
    case VP8_STATUS_OUT_OF_MEMORY:
        return CPictures_failure(CPictures_CodeOutOfMemory, "no memory to decode it");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
        return CPictures_failure(CPictures_CodeUnsupported, "it uses what libwebp does not decode");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
        return CPictures_failure(CPictures_CodeDamaged, "it ends too early");
    default:
        return CPictures_failure(CPictures_CodeDamaged, "its pixels do not decode");
    }
}

static uint32_t divided(uint32_t length, uint32_t divisor) { return (length + divisor - 1) / divisor; }

// The smallest divisor of both sides that leaves few enough pixels. The sides are at most 8000, so it is at most 4.
static uint32_t divisor_of(const CPictures_Target *target) {
    uint32_t divisor = 1;
    while (divided(target->width, divisor) * divided(target->height, divisor) > HELD_PIXELS_MAX) {
        divisor++;
    }
    return divisor;
}

CPictures_Result CPictures_decode_webp(const uint8_t *bytes, const CPictures_Frame *frame,
                                       const CPictures_Target *target) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) {
        return CPictures_failure(CPictures_CodeUnsupported, "libwebp has another version than it was built for");
    }
    bytes += frame->start;
    const VP8StatusCode status = WebPGetFeatures(bytes, frame->length, &config.input);
    if (status != VP8_STATUS_OK) {
        return failure(status);
    }
    if ((uint32_t)config.input.width != frame->width || (uint32_t)config.input.height != frame->height ||
        frame->width > target->width || frame->height > target->height || frame->x > target->width - frame->width ||
        frame->y > target->height - frame->height) {
        return CPictures_failure(CPictures_CodeDamaged, "its frame has another size than it says");
    }
    const uint32_t divisor = divisor_of(target);
    const uint32_t width = divided(frame->width, divisor), height = divided(frame->height, divisor);
    if (divisor > 1) {
        config.options.use_scaling = 1;
        config.options.scaled_width = (int)width;
        config.options.scaled_height = (int)height;
    }
    const size_t rowBytes = (size_t)width * 4;
    uint8_t *const pixels = malloc(rowBytes * height);
    CPictures_Reduction reduction = {0};
    CPictures_Result result;
    if (pixels == NULL || !CPictures_Reduction_begin(&reduction, divided(target->width, divisor),
                                                     divided(target->height, divisor), target)) {
        result = CPictures_failure(CPictures_CodeOutOfMemory, "no memory for its pixels");
    } else {
        config.output.colorspace = MODE_RGBA;
        config.output.is_external_memory = 1;
        config.output.u.RGBA.rgba = pixels;
        config.output.u.RGBA.stride = (int)rowBytes;
        config.output.u.RGBA.size = rowBytes * height;
        result = failure(WebPDecode(bytes, frame->length, &config));
        WebPFreeDecBuffer(&config.output);
    }
    if (result.code == CPictures_CodeOk) {
        for (uint32_t y = 0; y < height; y++) {
            CPictures_Reduction_add(&reduction, pixels + rowBytes * y, width, frame->x / divisor, 1,
                                    frame->y / divisor + y);
        }
        CPictures_Reduction_write(&reduction, target->pixels);
    }
    CPictures_Reduction_clear(&reduction);
    free(pixels);
    return result;
}
