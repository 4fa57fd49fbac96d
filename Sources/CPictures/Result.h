#ifndef CPICTURES_RESULT_H
#define CPICTURES_RESULT_H

#include "CPictures.h"

static inline CPictures_Result CPictures_ok(void) { return (CPictures_Result){.code = CPictures_CodeOk}; }

/// A result with a text, cut to what fits.
CPictures_Result CPictures_failure(CPictures_Code code, const char *_Nonnull detail);

#endif
