#include <string.h>
#include <webp/encode.h>

#include "CPictureSamples.h"

size_t CPictureSamples_webp(const uint8_t *pixels, int width, int height, bool isLossless, uint8_t *output,
                            size_t capacity) {
    uint8_t *bytes = NULL;
    const size_t count = isLossless ? WebPEncodeLosslessRGBA(pixels, width, height, width * 4, &bytes)
                                    : WebPEncodeRGBA(pixels, width, height, width * 4, 80, &bytes);
    const bool fits = count <= capacity;
    if (fits && count > 0) {
        memcpy(output, bytes, count);
    }
    WebPFree(bytes);
    return fits ? count : 0;
}

size_t CPictureSamples_webp_grey(int width, int height, uint8_t *output, size_t capacity) {
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) {
        return 0;
    }
    WebPMemoryWriterInit(&writer);
    config.method = 0;
    config.segments = 1;
    picture.width = width;
    picture.height = height;
    picture.colorspace = WEBP_YUV420;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    size_t count = 0;
    if (WebPPictureAlloc(&picture)) {
        memset(picture.y, 0x80, (size_t)picture.y_stride * (size_t)height);
        memset(picture.u, 0x80, (size_t)picture.uv_stride * (size_t)((height + 1) / 2));
        memset(picture.v, 0x80, (size_t)picture.uv_stride * (size_t)((height + 1) / 2));
        if (WebPEncode(&config, &picture) && writer.size <= capacity) {
            memcpy(output, writer.mem, writer.size);
            count = writer.size;
        }
    }
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&writer);
    return count;
}
