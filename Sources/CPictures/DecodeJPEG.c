#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "Colors.h"
#include "Reduction.h"
#include "Result.h"

// Everything a jump must find again: it lives outside the function that calls `setjmp`.
typedef struct {
    // The library hands back pointers to these, so each comes first in a structure it can be found from.
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    CPictures_Result result;
    uint8_t *samples;
    uint8_t *row;
    CPictures_Reduction reduction;
    CPictures_Converter *inks;
} Decoder;

static Decoder *decoder_of(j_common_ptr jpeg) { return jpeg->client_data; }

static _Noreturn void fail(j_common_ptr jpeg) {
    Decoder *const decoder = decoder_of(jpeg);
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    CPictures_Code code = CPictures_CodeDamaged;
    switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
        code = CPictures_CodeOutOfMemory;
        break;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
        code = CPictures_CodeUnsupported;
        break;
    default:
        break;
    }
    decoder->result = CPictures_failure(code, message);
    longjmp(decoder->failed, 1);
}

// The library goes on after lost data and fills the rest with grey. A picture that lost some is not accepted.
static void warn(j_common_ptr jpeg, int level) {
    if (level >= 0) {
        return;
    }
    switch (jpeg->err->msg_code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL:
        fail(jpeg);
    default:
        break;
    }
}

static void print_nothing(j_common_ptr jpeg) { (void)jpeg; }

// Pixels times scans of an arithmetic JPEG, whose bytes do not bound its work: the usual progression, of ten scans, fits the largest picture.
static const uint64_t arithmetic_work_max = UINT64_C(12) * 8000 * 8000;

static void bound_scans(j_common_ptr jpeg) {
    const j_decompress_ptr image = (j_decompress_ptr)jpeg;
    const uint64_t work = (uint64_t)image->input_scan_number * image->image_width * image->image_height;
    if (image->input_scan_number > CPICTURES_SCANS_MAX || (image->arith_code && work > arithmetic_work_max)) {
        Decoder *const decoder = decoder_of(jpeg);
        char message[80];
        snprintf(message, sizeof message, "it has more than %d scans", image->input_scan_number - 1);
        decoder->result = CPictures_failure(CPictures_CodeUnsupported, message);
        longjmp(decoder->failed, 1);
    }
}

static void begin_source(j_decompress_ptr jpeg) { (void)jpeg; }

// All bytes are there from the start, so wanting more means that they end too early.
static boolean refuse_more(j_decompress_ptr jpeg) {
    ERREXIT(jpeg, JERR_INPUT_EOF);
    return FALSE;
}

static void skip_bytes(j_decompress_ptr jpeg, long count) {
    if (count <= 0) {
        return;
    }
    if ((size_t)count > jpeg->src->bytes_in_buffer) {
        ERREXIT(jpeg, JERR_INPUT_EOF);
    }
    jpeg->src->next_input_byte += count;
    jpeg->src->bytes_in_buffer -= (size_t)count;
}

static void end_source(j_decompress_ptr jpeg) { (void)jpeg; }

// Each sample is the light that an ink leaves: Adobe's programs store them so, and all readers take them so, also where no
// marker of Adobe says it.
static void put_inks(const uint8_t *samples, uint8_t *row, uint32_t count) {
    for (uint32_t index = 0; index < count; index++, samples += 4, row += 4) {
        for (size_t channel = 0; channel < 3; channel++) {
            row[channel] = (uint8_t)(((uint32_t)samples[channel] * samples[3] + 127) / 255);
        }
        row[3] = 0xFF;
    }
}

// The smallest scale, in eighths, that leaves at least twice the pixels that are wanted along each side: the decoder
// makes the first, cheap part of the reduction, and the mean over areas the rest.
static unsigned scale_of(const CPictures_Target *target) {
    for (unsigned scale = 1; scale < 8; scale *= 2) {
        if (target->width * scale / 8 >= target->reducedWidth * 2 &&
            target->height * scale / 8 >= target->reducedHeight * 2) {
            return scale;
        }
    }
    return 8;
}

static void decode(Decoder *decoder, const uint8_t *bytes, size_t count, const CPictures_Target *target) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    if (setjmp(decoder->failed) != 0) {
        return;
    }
    jpeg->err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = warn;
    decoder->errors.output_message = print_nothing;
    jpeg->client_data = decoder;
    jpeg_create_decompress(jpeg);
    decoder->source = (struct jpeg_source_mgr){
        .next_input_byte = bytes,
        .bytes_in_buffer = count,
        .init_source = begin_source,
        .fill_input_buffer = refuse_more,
        .skip_input_data = skip_bytes,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = end_source,
    };
    jpeg->src = &decoder->source;
    decoder->progress.progress_monitor = bound_scans;
    jpeg->progress = &decoder->progress;
    // Coefficients of a whole picture: 128 bytes for each block, which costs a bit of input at least.
    jpeg->mem->max_memory_to_use = (long)count * 8 * 128 + (16 << 20);

    jpeg_read_header(jpeg, TRUE);
    if (jpeg->arith_code) {
        // A block can cost less than a bit, so the sides are the bound: four colours at most, one block in 64 pixels.
        const long pixels = (long)(target->width + 64) * (long)(target->height + 64);
        jpeg->mem->max_memory_to_use = pixels / 64 * 4 * 128 + (16 << 20);
    }
    if (jpeg->image_width != target->width || jpeg->image_height != target->height) {
        decoder->result = CPictures_failure(CPictures_CodeDamaged, "its header changed");
        return;
    }
    // YCCK is converted by the library, but only as far as CMYK.
    const bool isCMYK = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    const bool isGrey = jpeg->jpeg_color_space == JCS_GRAYSCALE;
    jpeg->out_color_space = isCMYK ? JCS_CMYK : isGrey ? JCS_GRAYSCALE : JCS_RGB;
    jpeg->scale_num = scale_of(target);
    jpeg->scale_denom = 8;
    jpeg->do_block_smoothing = FALSE;
    jpeg_start_decompress(jpeg);
    const uint32_t width = jpeg->output_width;
    decoder->samples = malloc((size_t)width * (size_t)jpeg->output_components);
    decoder->row = malloc((size_t)width * 4);
    if (decoder->samples == NULL || decoder->row == NULL ||
        !CPictures_Reduction_begin(&decoder->reduction, width, jpeg->output_height, target)) {
        decoder->result = CPictures_failure(CPictures_CodeOutOfMemory, "no memory for its rows");
        return;
    }
    if (isCMYK && target->inks != NULL) {
        decoder->inks = CPictures_Converter_make(target->inks, CPictures_SamplesInks);
    }
    while (jpeg->output_scanline < jpeg->output_height) {
        const uint32_t y = jpeg->output_scanline;
        JSAMPROW samples = decoder->samples;
        if (jpeg_read_scanlines(jpeg, &samples, 1) != 1) {
            ERREXIT(jpeg, JERR_INPUT_EOF);
        }
        if (decoder->inks != NULL) {
            CPictures_Converter_inks(decoder->inks, decoder->samples, decoder->row, width);
        } else if (isCMYK) {
            put_inks(decoder->samples, decoder->row, width);
        } else {
            const size_t step = isGrey ? 1 : 3;
            for (uint32_t x = 0; x < width; x++) {
                const uint8_t *const sample = decoder->samples + x * step;
                uint8_t *const pixel = decoder->row + (size_t)x * 4;
                pixel[0] = sample[0];
                pixel[1] = sample[isGrey ? 0 : 1];
                pixel[2] = sample[isGrey ? 0 : 2];
                pixel[3] = 0xFF;
            }
        }
        CPictures_Reduction_add(&decoder->reduction, decoder->row, width, 0, 1, y);
    }
    // Reads on to the end marker, which has to be there.
    jpeg_finish_decompress(jpeg);
    CPictures_Reduction_write(&decoder->reduction, target->pixels);
}

CPictures_Result CPictures_decode_jpeg(const uint8_t *bytes, size_t count, const CPictures_Target *target) {
    Decoder *const decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return CPictures_failure(CPictures_CodeOutOfMemory, "no memory for the decoder");
    }
    decode(decoder, bytes, count, target);
    jpeg_destroy_decompress(&decoder->jpeg);
    free(decoder->samples);
    free(decoder->row);
    CPictures_Converter_free(decoder->inks);
    CPictures_Reduction_clear(&decoder->reduction);
    const CPictures_Result result = decoder->result;
    free(decoder);
    return result;
}
