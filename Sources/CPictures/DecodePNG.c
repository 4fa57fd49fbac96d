#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "Reduction.h"
#include "Result.h"

// Everything a jump must find again: it lives outside the function that calls `setjmp`.
typedef struct {
    jmp_buf failed;
    CPictures_Result result;
    const uint8_t *bytes;
    size_t left;
    png_structp png;
    png_infop info;
    uint8_t *row;
    CPictures_Reduction reduction;
} Decoder;

// What is not needed for the pixels is skipped, so that its parsers never run; its checksum counts all the same.
static const png_byte skipped[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0"
                                  "sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";

static _Noreturn void fail(png_structp png, png_const_charp message) {
    Decoder *const decoder = png_get_error_ptr(png);
    decoder->result = CPictures_failure(CPictures_CodeDamaged, message);
    longjmp(decoder->failed, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void read_bytes(png_structp png, png_bytep output, size_t count) {
    Decoder *const decoder = png_get_io_ptr(png);
    if (count > decoder->left) {
        png_error(png, "it ends too early");
    }
    memcpy(output, decoder->bytes, count);
    decoder->bytes += count;
    decoder->left -= count;
}

static void decode(Decoder *decoder, const CPictures_Target *target) {
    if (setjmp(decoder->failed) != 0) {
        return;
    }
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, fail, ignore);
    decoder->info = decoder->png == NULL ? NULL : png_create_info_struct(decoder->png);
    if (decoder->info == NULL) {
        decoder->result = CPictures_failure(CPictures_CodeOutOfMemory, "no memory for the decoder");
        return;
    }
    png_structp png = decoder->png;
    png_set_read_fn(png, decoder, read_bytes);
    png_set_user_limits(png, CPICTURES_SIDE_MAX, CPICTURES_SIDE_MAX);
    png_set_chunk_malloc_max(png, 1 << 20);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped, (int)(sizeof skipped / 5));
    png_read_info(png, decoder->info);
    const uint32_t width = png_get_image_width(png, decoder->info), height = png_get_image_height(png, decoder->info);
    if (width != target->width || height != target->height) {
        png_error(png, "its header changed");
    }

    // Eight bits each of red, green, blue and alpha, whatever is stored. Palettes, few bits and tRNS are expanded.
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    png_read_update_info(png, decoder->info);
    if (png_get_rowbytes(png, decoder->info) != (size_t)width * 4) {
        png_error(png, "its rows have an unexpected size");
    }
    decoder->row = calloc(width, 4);
    if (decoder->row == NULL || !CPictures_Reduction_begin(&decoder->reduction, width, height, target)) {
        decoder->result = CPictures_failure(CPictures_CodeOutOfMemory, "no memory for its rows");
        return;
    }
    // The passes of an interlaced picture are taken as they come: put together they would have to be held as a whole.
    if (png_get_interlace_type(png, decoder->info) == PNG_INTERLACE_NONE) {
        for (uint32_t y = 0; y < height; y++) {
            png_read_row(png, decoder->row, NULL);
            CPictures_Reduction_add(&decoder->reduction, decoder->row, width, 0, 1, y);
        }
    } else {
        for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
            const uint32_t columns = PNG_PASS_COLS(width, pass);
            const uint32_t rows = columns == 0 ? 0 : PNG_PASS_ROWS(height, pass);
            for (uint32_t row = 0; row < rows; row++) {
                png_read_row(png, decoder->row, NULL);
                CPictures_Reduction_add(&decoder->reduction, decoder->row, columns, PNG_PASS_START_COL(pass),
                                        1u << PNG_PASS_COL_SHIFT(pass), PNG_ROW_FROM_PASS_ROW(row, pass));
            }
        }
    }
    png_read_end(png, NULL);
    CPictures_Reduction_write(&decoder->reduction, target->pixels);
}

CPictures_Result CPictures_decode_png(const uint8_t *bytes, size_t count, const CPictures_Target *target) {
    Decoder decoder = {.bytes = bytes, .left = count, .result = CPictures_ok()};
    decode(&decoder, target);
    png_destroy_read_struct(&decoder.png, &decoder.info, NULL);
    free(decoder.row);
    CPictures_Reduction_clear(&decoder.reduction);
    return decoder.result;
}
