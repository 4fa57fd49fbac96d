#include "Reduction.h"

#include <stdlib.h>
#include <string.h>

// A source pixel weighs at most 600 across and 600 down, a reduced pixel covers at most 8000 units each way, and a colour
// times its alpha is at most 255 * 255: a sum of one row stays below 2^29.0, a sum of all below 2^42.
_Static_assert((uint64_t)CPICTURES_SIDE_MAX * 255 * 255 <= UINT32_MAX, "a sum of one row fits 32 bits");
_Static_assert(CPICTURES_REDUCED_SIDE_MAX <= UINT16_MAX, "a weight and a cell fit 16 bits");

bool CPictures_Reduction_begin(CPictures_Reduction *reduction, uint32_t width, uint32_t height,
                               const CPictures_Target *target) {
    const uint32_t reducedWidth = target->reducedWidth, reducedHeight = target->reducedHeight;
    memset(reduction, 0, sizeof *reduction);
    if (width > CPICTURES_SIDE_MAX || height > CPICTURES_SIDE_MAX || reducedWidth == 0 || reducedHeight == 0 ||
        reducedWidth > CPICTURES_REDUCED_SIDE_MAX || reducedHeight > CPICTURES_REDUCED_SIDE_MAX ||
        reducedWidth > width || reducedHeight > height) {
        return false;
    }
    reduction->width = width;
    reduction->height = height;
    reduction->reducedWidth = reducedWidth;
    reduction->reducedHeight = reducedHeight;
    reduction->cells = malloc(width * sizeof *reduction->cells);
    reduction->weights = malloc(width * sizeof *reduction->weights);
    reduction->row = malloc((size_t)reducedWidth * 4 * sizeof *reduction->row);
    reduction->sums = calloc((size_t)reducedWidth * reducedHeight * 4, sizeof *reduction->sums);
    if (reduction->cells == NULL || reduction->weights == NULL || reduction->row == NULL || reduction->sums == NULL) {
        return false;
    }
    for (uint32_t x = 0; x < width; x++) {
        // Column x covers the units x * reducedWidth ..< (x + 1) * reducedWidth, reduced pixel i covers
        // i * width ..< (i + 1) * width. A column is never the wider one, so it touches two pixels at most.
        const uint32_t cell = x * reducedWidth / width;
        const uint32_t inside = (cell + 1) * width - x * reducedWidth;
        reduction->cells[x] = (uint16_t)cell;
        reduction->weights[x] = (uint16_t)(inside < reducedWidth ? inside : reducedWidth);
    }
    return true;
}

void CPictures_Reduction_add(CPictures_Reduction *reduction, const uint8_t *pixels, uint32_t count, uint32_t x,
                             uint32_t step, uint32_t y) {
    if (y >= reduction->height || step == 0) {
        return;
    }
    const uint32_t unit = reduction->reducedWidth;
    uint32_t *const row = reduction->row;
    memset(row, 0, (size_t)unit * 4 * sizeof *row);
    for (uint32_t index = 0; index < count && x < reduction->width; index++, x += step) {
        const uint8_t *const pixel = pixels + (size_t)index * 4;
        const uint32_t alpha = pixel[3];
        const uint32_t red = pixel[0] * alpha, green = pixel[1] * alpha, blue = pixel[2] * alpha;
        const uint32_t weight = reduction->weights[x];
        uint32_t *const sums = row + (size_t)reduction->cells[x] * 4;
        sums[0] += red * weight;
        sums[1] += green * weight;
        sums[2] += blue * weight;
        sums[3] += alpha * weight;
        const uint32_t rest = unit - weight;
        // The last column ends where the last pixel does, so there is a next pixel whenever there is a rest.
        if (rest > 0) {
            sums[4] += red * rest;
            sums[5] += green * rest;
            sums[6] += blue * rest;
            sums[7] += alpha * rest;
        }
    }
    const uint32_t cell = y * reduction->reducedHeight / reduction->height;
    const uint32_t inside = (cell + 1) * reduction->height - y * reduction->reducedHeight;
    const uint32_t weight = inside < reduction->reducedHeight ? inside : reduction->reducedHeight;
    const uint32_t rest = reduction->reducedHeight - weight;
    uint64_t *const sums = reduction->sums + (size_t)cell * unit * 4;
    for (uint32_t index = 0; index < unit * 4; index++) {
        sums[index] += (uint64_t)row[index] * weight;
    }
    if (rest > 0) {
        uint64_t *const next = sums + (size_t)unit * 4;
        for (uint32_t index = 0; index < unit * 4; index++) {
            next[index] += (uint64_t)row[index] * rest;
        }
    }
}

void CPictures_Reduction_write(const CPictures_Reduction *reduction, uint8_t *pixels) {
    const uint64_t area = (uint64_t)reduction->width * reduction->height;
    const size_t count = (size_t)reduction->reducedWidth * reduction->reducedHeight;
    for (size_t index = 0; index < count; index++) {
        const uint64_t *const sums = reduction->sums + index * 4;
        uint8_t *const pixel = pixels + index * 4;
        const uint64_t alpha = sums[3];
        for (size_t channel = 0; channel < 3; channel++) {
            pixel[channel] = alpha == 0 ? 0 : (uint8_t)((sums[channel] + alpha / 2) / alpha);
        }
        pixel[3] = (uint8_t)((alpha + area / 2) / area);
    }
}

void CPictures_Reduction_clear(CPictures_Reduction *reduction) {
    free(reduction->cells);
    free(reduction->weights);
    free(reduction->row);
    free(reduction->sums);
    memset(reduction, 0, sizeof *reduction);
}
