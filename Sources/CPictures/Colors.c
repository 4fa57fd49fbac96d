#include "Colors.h"

#include <lcms2.h>
#include <lcms2_plugin.h>
#include <math.h>
#include <stdlib.h>

// Pixels that are converted at a time.
#define BATCH 256

struct CPictures_Converter {
    cmsContext context;
    cmsHTRANSFORM transform;
    // Bytes that the library has taken since the start; those that it gave back count, too, so this also bounds its work.
    size_t taken;
};

static bool take(cmsContext context, size_t count) {
    CPictures_Converter *const converter = cmsGetContextUserData(context);
    if (converter == NULL) {
        // The context itself, which is not known yet when it is made.
        return true;
    }
    if (count > CPICTURES_PROFILE_BYTES_MAX - converter->taken) {
        return false;
    }
    converter->taken += count;
    return true;
}

static void *allocate(cmsContext context, cmsUInt32Number count) { return take(context, count) ? malloc(count) : NULL; }

static void release(cmsContext context, void *memory) {
    (void)context;
    free(memory);
}

static void *resize(cmsContext context, void *memory, cmsUInt32Number count) {
    return take(context, count) ? realloc(memory, count) : NULL;
}

static cmsContext make_context(CPictures_Converter *converter) {
    static const cmsPluginMemHandler memory = {
        .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2000, .Type = cmsPluginMemHandlerSig},
        .MallocPtr = allocate,
        .FreePtr = release,
        .ReallocPtr = resize,
    };
    // The library takes the plugin as one that it may change, and copies it.
    return cmsCreateContext((void *)(uintptr_t)&memory, converter);
}

static float light_of_pq(float value) {
    const double power = pow(value, 32.0 / 2523);
    const double light = pow(fmax(power - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * power), 16384.0 / 2610);
    return (float)fmin(light * 10000 / CPICTURES_WHITE_NITS, 1);
}

static float light_of_hlg(float value) {
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    const double scene = value <= 0.5f ? value * value / 3.0 : (exp((value - c) / a) + b) / 12;
    return (float)fmin(pow(scene, 1.2) * 1000 / CPICTURES_WHITE_NITS, 1);
}

static cmsToneCurve *make_curve(cmsContext context, const CPictures_Colors *colors) {
    switch (colors->transfer) {
    case CPictures_TransferPower:
        return cmsBuildGamma(context, colors->exponent);
    case CPictures_TransferSRGB:
        return cmsBuildParametricToneCurve(context, 4, (double[]){2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045});
    case CPictures_TransferVideo:
        return cmsBuildParametricToneCurve(context, 4, (double[]){1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081});
    case CPictures_TransferPQ:
    case CPictures_TransferHLG:
        break;
    }
    float table[1025];
    for (size_t index = 0; index < 1025; index++) {
        const float value = (float)index / 1024;
        table[index] = colors->transfer == CPictures_TransferPQ ? light_of_pq(value) : light_of_hlg(value);
    }
    return cmsBuildTabulatedToneCurveFloat(context, 1025, table);
}

static cmsHPROFILE make_profile(cmsContext context, const CPictures_Colors *colors) {
    if (colors->profile != NULL) {
        return colors->profileBytes > UINT32_MAX
                   ? NULL
                   : cmsOpenProfileFromMemTHR(context, colors->profile, (cmsUInt32Number)colors->profileBytes);
    }
    cmsToneCurve *const curve = make_curve(context, colors);
    if (curve == NULL) {
        return NULL;
    }
    const double *const places = colors->places;
    const cmsCIExyY white = {places[0], places[1], 1};
    const cmsCIExyYTRIPLE primaries = {
        {places[2], places[3], 1}, {places[4], places[5], 1}, {places[6], places[7], 1}};
    cmsToneCurve *const curves[] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfileTHR(context, &white, &primaries, curves);
    cmsFreeToneCurve(curve);
    return profile;
}

// How samples of a kind lie in memory; 0 when the profile is for others.
static cmsUInt32Number format_of(cmsHPROFILE profile, CPictures_Samples samples) {
    switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData:
        return samples == CPictures_SamplesColor ? TYPE_RGB_FLT : 0;
    case cmsSigGrayData:
        return samples == CPictures_SamplesGrey ? TYPE_GRAY_FLT : 0;
    case cmsSigCmykData:
        return samples == CPictures_SamplesInks ? TYPE_CMYK_8_REV : 0;
    default:
        return 0;
    }
}

CPictures_Converter *CPictures_Converter_make(const CPictures_Colors *colors, CPictures_Samples samples) {
    CPictures_Converter *const converter = calloc(1, sizeof *converter);
    if (converter == NULL) {
        return NULL;
    }
    converter->context = make_context(converter);
    if (converter->context == NULL) {
        free(converter);
        return NULL;
    }
    cmsHPROFILE from = make_profile(converter->context, colors);
    cmsHPROFILE to = cmsCreate_sRGBProfileTHR(converter->context);
    const cmsUInt32Number format = from == NULL || to == NULL ? 0 : format_of(from, samples);
    if (format != 0) {
        // Inks come by whole rows, which a table made once serves fast. The few pixels of a thumbnail are exact.
        const bool isInks = samples == CPictures_SamplesInks;
        converter->transform = cmsCreateTransformTHR(converter->context, from, format, to,
                                                     isInks ? TYPE_RGB_8 : TYPE_RGB_FLT, INTENT_RELATIVE_COLORIMETRIC,
                                                     isInks ? cmsFLAGS_LOWRESPRECALC : cmsFLAGS_NOOPTIMIZE);
    }
    if (from != NULL) {
        cmsCloseProfile(from);
    }
    if (to != NULL) {
        cmsCloseProfile(to);
    }
    if (converter->transform == NULL) {
        CPictures_Converter_free(converter);
        return NULL;
    }
    return converter;
}

void CPictures_Converter_free(CPictures_Converter *converter) {
    if (converter == NULL) {
        return;
    }
    if (converter->transform != NULL) {
        cmsDeleteTransform(converter->transform);
    }
    cmsDeleteContext(converter->context);
    free(converter);
}

void CPictures_Converter_inks(const CPictures_Converter *converter, const uint8_t *inks, uint8_t *pixels,
                              size_t count) {
    uint8_t colors[BATCH * 3];
    while (count > 0) {
        const size_t now = count < BATCH ? count : BATCH;
        cmsDoTransform(converter->transform, inks, colors, (cmsUInt32Number)now);
        for (size_t index = 0; index < now; index++, pixels += 4) {
            pixels[0] = colors[index * 3];
            pixels[1] = colors[index * 3 + 1];
            pixels[2] = colors[index * 3 + 2];
            pixels[3] = 0xFF;
        }
        inks += now * 4;
        count -= now;
    }
}

// Also 0 for what is no number.
static uint8_t byte_of(float value) { return value > 0 ? (uint8_t)(fminf(value, 1) * 255 + 0.5f) : 0; }

void CPictures_convert_colors(const CPictures_Colors *colors, bool isGrey, uint8_t *pixels, size_t count) {
    const size_t channels = isGrey ? 1 : 3;
    CPictures_Converter *const converter =
        CPictures_Converter_make(colors, isGrey ? CPictures_SamplesGrey : CPictures_SamplesColor);
    if (converter == NULL) {
        return;
    }
    float from[BATCH * 3], to[BATCH * 3];
    while (count > 0) {
        const size_t now = count < BATCH ? count : BATCH;
        for (size_t index = 0; index < now; index++) {
            for (size_t channel = 0; channel < channels; channel++) {
                from[index * channels + channel] = (float)pixels[index * 4 + channel] / 255;
            }
        }
        cmsDoTransform(converter->transform, from, to, (cmsUInt32Number)now);
        for (size_t index = 0; index < now; index++, pixels += 4) {
            for (size_t channel = 0; channel < 3; channel++) {
                pixels[channel] = byte_of(to[index * 3 + channel]);
            }
        }
        count -= now;
    }
    CPictures_Converter_free(converter);
}
