#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "Reduction.h"
#include "Result.h"

typedef struct {
    const uint8_t *bytes;
    size_t left;
} Input;

static int read_bytes(GifFileType *gif, GifByteType *output, int count) {
    Input *const input = gif->UserData;
    if (count <= 0) {
        return 0;
    }
    const size_t taken = (size_t)count < input->left ? (size_t)count : input->left;
    memcpy(output, input->bytes, taken);
    input->bytes += taken;
    input->left -= taken;
    return (int)taken;
}

static CPictures_Result failure(int error) {
    const char *const message = GifErrorString(error);
    return CPictures_failure(error == D_GIF_ERR_NOT_ENOUGH_MEM ? CPictures_CodeOutOfMemory : CPictures_CodeDamaged,
                             message == NULL ? "it does not decode" : message);
}

// Goes to the first picture and notes which colour before it is said to be transparent, or -1.
static CPictures_Result find_picture(GifFileType *gif, int *transparent) {
    *transparent = NO_TRANSPARENT_COLOR;
    for (;;) {
        GifRecordType type = UNDEFINED_RECORD_TYPE;
        if (DGifGetRecordType(gif, &type) == GIF_ERROR) {
            return failure(gif->Error);
        }
        if (type == IMAGE_DESC_RECORD_TYPE) {
            return DGifGetImageDesc(gif) == GIF_ERROR ? failure(gif->Error) : CPictures_ok();
        }
        if (type != EXTENSION_RECORD_TYPE) {
            return CPictures_failure(CPictures_CodeDamaged, "it has no picture");
        }
        int code = 0;
        GifByteType *block = NULL;
        if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) {
            return failure(gif->Error);
        }
        // The first byte of a block is its length; the flag and the index are the first and the fourth behind it.
        if (code == GRAPHICS_EXT_FUNC_CODE && block != NULL && block[0] == 4) {
            *transparent = (block[1] & 1) != 0 ? block[4] : NO_TRANSPARENT_COLOR;
        }
        while (block != NULL) {
            if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) {
                return failure(gif->Error);
            }
        }
    }
}

static CPictures_Result add_row(CPictures_Reduction *reduction, const GifFileType *gif, const GifPixelType *indices,
                                uint8_t *pixels, int transparent, uint32_t y) {
    const ColorMapObject *const colors = gif->Image.ColorMap != NULL ? gif->Image.ColorMap : gif->SColorMap;
    const uint32_t width = (uint32_t)gif->Image.Width;
    for (uint32_t x = 0; x < width; x++) {
        uint8_t *const pixel = pixels + (size_t)x * 4;
        if (indices[x] == transparent) {
            memset(pixel, 0, 4);
            continue;
        }
        if (indices[x] >= colors->ColorCount) {
            return CPictures_failure(CPictures_CodeDamaged, "a pixel names a colour that is not in the colour table");
        }
        const GifColorType *const color = &colors->Colors[indices[x]];
        pixel[0] = color->Red;
        pixel[1] = color->Green;
        pixel[2] = color->Blue;
        pixel[3] = 0xFF;
    }
    CPictures_Reduction_add(reduction, pixels, width, (uint32_t)gif->Image.Left, 1, (uint32_t)gif->Image.Top + y);
    return CPictures_ok();
}

static CPictures_Result decode_rows(GifFileType *gif, CPictures_Reduction *reduction, GifPixelType *indices,
                                    uint8_t *pixels, int transparent) {
    // The rows of an interlaced picture come in four passes, and of another in one.
    static const uint32_t starts[] = {0, 4, 2, 1, 0}, steps[] = {8, 8, 4, 2, 1};
    const size_t first = gif->Image.Interlace ? 0 : 4, last = gif->Image.Interlace ? 3 : 4;
    const uint32_t height = (uint32_t)gif->Image.Height;
    for (size_t pass = first; pass <= last; pass++) {
        for (uint32_t y = starts[pass]; y < height; y += steps[pass]) {
            if (DGifGetLine(gif, indices, gif->Image.Width) == GIF_ERROR) {
                return failure(gif->Error);
            }
            const CPictures_Result result = add_row(reduction, gif, indices, pixels, transparent, y);
            if (result.code != CPictures_CodeOk) {
                return result;
            }
        }
    }
    return CPictures_ok();
}

static CPictures_Result decode(GifFileType *gif, const CPictures_Target *target) {
    if ((uint32_t)gif->SWidth != target->width || (uint32_t)gif->SHeight != target->height) {
        return CPictures_failure(CPictures_CodeDamaged, "its header changed");
    }
    int transparent;
    CPictures_Result result = find_picture(gif, &transparent);
    if (result.code != CPictures_CodeOk) {
        return result;
    }
    const GifImageDesc *const image = &gif->Image;
    if (image->Width <= 0 || image->Height <= 0 || image->Left < 0 || image->Top < 0 ||
        image->Width > gif->SWidth - image->Left || image->Height > gif->SHeight - image->Top) {
        return CPictures_failure(CPictures_CodeDamaged, "its first frame does not lie within the picture");
    }
    if (image->ColorMap == NULL && gif->SColorMap == NULL) {
        return CPictures_failure(CPictures_CodeDamaged, "it has no colour table");
    }
    CPictures_Reduction reduction = {0};
    GifPixelType *const indices = malloc((size_t)image->Width);
    uint8_t *const pixels = malloc((size_t)image->Width * 4);
    if (indices == NULL || pixels == NULL ||
        !CPictures_Reduction_begin(&reduction, target->width, target->height, target)) {
        result = CPictures_failure(CPictures_CodeOutOfMemory, "no memory for its rows");
    } else {
        result = decode_rows(gif, &reduction, indices, pixels, transparent);
    }
    if (result.code == CPictures_CodeOk) {
        CPictures_Reduction_write(&reduction, target->pixels);
    }
    CPictures_Reduction_clear(&reduction);
    free(indices);
    free(pixels);
    return result;
}

CPictures_Result CPictures_decode_gif(const uint8_t *bytes, size_t count, const CPictures_Target *target) {
    Input input = {.bytes = bytes, .left = count};
    int error = 0;
    GifFileType *const gif = DGifOpen(&input, read_bytes, &error);
    if (gif == NULL) {
        return failure(error);
    }
    const CPictures_Result result = decode(gif, target);
    DGifCloseFile(gif, &error);
    return result;
}
