#include "Result.h"

#include <stdio.h>

CPictures_Result CPictures_failure(CPictures_Code code, const char *detail) {
    CPictures_Result result = {.code = code};
    snprintf(result.detail, sizeof result.detail, "%s", detail);
    return result;
}
