#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

#include "CPictures.h"

// Everything a jump must find again: it lives outside the function that calls `setjmp`.
typedef struct {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf failed;
    size_t count;
} Encoder;

static _Noreturn void fail(j_common_ptr jpeg) {
    Encoder *const encoder = jpeg->client_data;
    longjmp(encoder->failed, 1);
}

static void warn(j_common_ptr jpeg, int level) {
    (void)jpeg;
    (void)level;
}

static void print_nothing(j_common_ptr jpeg) { (void)jpeg; }

static void begin_destination(j_compress_ptr jpeg) { (void)jpeg; }

static boolean refuse_more(j_compress_ptr jpeg) {
    ERREXIT(jpeg, JERR_BUFFER_SIZE);
    return FALSE;
}

static void end_destination(j_compress_ptr jpeg) { (void)jpeg; }

static void encode(Encoder *encoder, const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
                   uint8_t *output, size_t capacity) {
    j_compress_ptr jpeg = &encoder->jpeg;
    if (setjmp(encoder->failed) != 0) {
        return;
    }
    jpeg->err = jpeg_std_error(&encoder->errors);
    encoder->errors.error_exit = fail;
    encoder->errors.emit_message = warn;
    encoder->errors.output_message = print_nothing;
    jpeg->client_data = encoder;
    jpeg_create_compress(jpeg);
    encoder->destination = (struct jpeg_destination_mgr){
        .next_output_byte = output,
        .free_in_buffer = capacity,
        .init_destination = begin_destination,
        .empty_output_buffer = refuse_more,
        .term_destination = end_destination,
    };
    jpeg->dest = &encoder->destination;
    jpeg->image_width = width;
    jpeg->image_height = height;
    // The library's extension that skips a fourth byte, here the alpha.
    jpeg->input_components = 4;
    jpeg->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->optimize_coding = TRUE;
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < height) {
        // The library takes rows that it does not change as ones that it may.
        JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + (size_t)jpeg->next_scanline * width * 4);
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
    encoder->count = capacity - encoder->destination.free_in_buffer;
}

size_t CPictures_encode_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t *output,
                             size_t capacity) {
    Encoder *const encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) {
        return 0;
    }
    encode(encoder, pixels, width, height, quality, output, capacity);
    jpeg_destroy_compress(&encoder->jpeg);
    const size_t count = encoder->count;
    free(encoder);
    return count;
}
