#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "CPictureSamples.h"

static void set_scans(j_compress_ptr jpeg, CPictureSamples_Scans scans, jpeg_scan_info *script) {
    switch (scans) {
    case CPictureSamples_ScansOne:
    case CPictureSamples_ScansArithmetic:
        return;
    case CPictureSamples_ScansProgressive:
    case CPictureSamples_ScansArithmeticProgressive:
        jpeg_simple_progression(jpeg);
        return;
    case CPictureSamples_ScansFew:
        jpeg->num_scans = 1 + jpeg->num_components;
        script[0].comps_in_scan = jpeg->num_components;
        for (int index = 0; index < jpeg->num_components; index++) {
            jpeg->comp_info[index].h_samp_factor = index == 0 ? 2 : 1;
            jpeg->comp_info[index].v_samp_factor = 1;
            script[0].component_index[index] = index;
            script[index + 1] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {index}, .Ss = 1, .Se = 63};
        }
        break;
    case CPictureSamples_ScansMany:
        jpeg->num_scans = 65;
        script[0] = (jpeg_scan_info){.comps_in_scan = 1, .Al = 1};
        script[1] = (jpeg_scan_info){.comps_in_scan = 1, .Ah = 1};
        for (int index = 1; index < 64; index++) {
            script[index + 1] = (jpeg_scan_info){.comps_in_scan = 1, .Ss = index, .Se = index};
        }
        break;
    }
    jpeg->scan_info = script;
}

size_t CPictureSamples_jpeg(const uint8_t *samples, size_t rowBytes, int width, int height, int channels,
                            CPictureSamples_Scans scans, bool isAdobe, uint8_t *output, size_t capacity) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg_scan_info script[65] = {0};
    unsigned char *bytes = NULL;
    unsigned long count = 0;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &count);
    jpeg.image_width = (JDIMENSION)width;
    jpeg.image_height = (JDIMENSION)height;
    jpeg.input_components = channels;
    jpeg.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg.write_Adobe_marker = isAdobe;
    jpeg_set_quality(&jpeg, 90, TRUE);
    set_scans(&jpeg, scans, script);
    jpeg.arith_code = scans == CPictureSamples_ScansArithmetic || scans == CPictureSamples_ScansArithmeticProgressive;
    // There are tables to optimize in Huffman coding only, and the library refuses the combination.
    jpeg.optimize_coding = !jpeg.arith_code;
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(samples + rowBytes * jpeg.next_scanline);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    const bool fits = count <= capacity;
    if (fits) {
        memcpy(output, bytes, count);
    }
    free(bytes);
    return fits ? count : 0;
}
