#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "CPictures.h"

// Everything a jump must find again: it lives outside the function that calls `setjmp`.
typedef struct {
    jmp_buf failed;
    png_structp png;
    png_infop info;
    uint8_t *output;
    size_t capacity;
    size_t count;
    bool done;
} Encoder;

static _Noreturn void fail(png_structp png, png_const_charp message) {
    (void)message;
    Encoder *const encoder = png_get_error_ptr(png);
    longjmp(encoder->failed, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    Encoder *const encoder = png_get_io_ptr(png);
    if (count > encoder->capacity - encoder->count) {
        png_error(png, "no room");
    }
    memcpy(encoder->output + encoder->count, bytes, count);
    encoder->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static void encode(Encoder *encoder, const uint8_t *pixels, uint32_t width, uint32_t height) {
    if (setjmp(encoder->failed) != 0) {
        return;
    }
    encoder->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, encoder, fail, ignore);
    encoder->info = encoder->png == NULL ? NULL : png_create_info_struct(encoder->png);
    if (encoder->info == NULL) {
        return;
    }
    png_structp png = encoder->png;
    png_set_write_fn(png, encoder, write_bytes, flush_nothing);
    png_set_IHDR(png, encoder->info, width, height, 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, encoder->info);
    for (uint32_t y = 0; y < height; y++) {
        png_write_row(png, pixels + (size_t)y * width * 4);
    }
    png_write_end(png, NULL);
    encoder->done = true;
}

size_t CPictures_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *output, size_t capacity) {
    Encoder encoder = {.output = output, .capacity = capacity};
    encode(&encoder, pixels, width, height);
    png_destroy_write_struct(&encoder.png, &encoder.info);
    return encoder.done ? encoder.count : 0;
}
