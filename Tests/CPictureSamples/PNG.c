#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "CPictureSamples.h"

typedef struct {
    uint8_t *output;
    size_t capacity;
    size_t count;
} Output;

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    Output *const output = png_get_io_ptr(png);
    if (count > output->capacity - output->count) {
        png_error(png, "no room");
    }
    memcpy(output->output + output->count, bytes, count);
    output->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

size_t CPictureSamples_png(const uint8_t *samples, size_t rowBytes, int width, int height, int depth, int colorType,
                           bool isInterlaced, const uint8_t *palette, int colors, uint8_t *output, size_t capacity) {
    Output written = {.output = output, .capacity = capacity};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, &written, write_bytes, flush_nothing);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, depth, colorType,
                 isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (palette != NULL) {
        png_set_PLTE(png, info, (png_const_colorp)palette, colors);
    }
    png_write_info(png, info);
    const int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++) {
        for (int y = 0; y < height; y++) {
            png_write_row(png, samples + rowBytes * (size_t)y);
        }
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return written.count;
}
