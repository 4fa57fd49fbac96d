#include "Scan.hpp"

namespace scan {

namespace {

inline int hexDigit(uint8_t byte) noexcept {
    if (byte >= '0' && byte <= '9') { return byte - '0'; }
    const uint8_t lower = byte | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The value of four hexadecimal digits, or -1. Stops at the first byte that is none, so it never passes a quote.
inline int hexUnit(const uint8_t *digits) noexcept {
    int unit = 0;
    for (int index = 0; index < 4; ++index) {
        const int digit = hexDigit(digits[index]);
        if (digit < 0) { return -1; }
        unit = unit << 4 | digit;
    }
    return unit;
}

inline bool isHighSurrogate(int unit) noexcept {
    return unit >= 0xD800 && unit <= 0xDBFF;
}

inline bool isLowSurrogate(int unit) noexcept {
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/// Checks the escape at the backslash `start`; on success `end` is after it.
Outcome escape(const uint8_t *start) noexcept {
    const Outcome fault{start, "this escape is not one of JSON's", CSimdJSON_CodeSyntax, true, false};
    switch (start[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        return {start + 2, nullptr, CSimdJSON_CodeOk, true, false};
    case 'u':
        break;
    default:
        return fault;
    }
    const int unit = hexUnit(start + 2);
    if (unit < 0) { return fault; }
    if (isHighSurrogate(unit) && start[6] == '\\' && start[7] == 'u' && isLowSurrogate(hexUnit(start + 8))) {
        return {start + 12, nullptr, CSimdJSON_CodeOk, true, false};
    }
    if (isHighSurrogate(unit) || isLowSurrogate(unit)) {
        return {start, "a surrogate stands without its other half", CSimdJSON_CodeLoneSurrogate, true, false};
    }
    return {start + 6, nullptr, CSimdJSON_CodeOk, true, false};
}

inline const uint8_t *skipDigits(const uint8_t *position, const uint8_t *limit) noexcept {
    while (position < limit && *position >= '0' && *position <= '9') { ++position; }
    return position;
}

}  // namespace

Outcome string(const uint8_t *start, const uint8_t *limit) noexcept {
    const uint8_t *position = start;
    bool escaped = false;
    while ((position = skipPlain(position, limit)) < limit) {
        if (*position == '"') { return {position, nullptr, CSimdJSON_CodeOk, escaped, false}; }
        if (*position != '\\') {
            return {position, "a control character in a string must be escaped", CSimdJSON_CodeSyntax, false, false};
        }
        const Outcome outcome = escape(position);
        if (outcome.message != nullptr) { return outcome; }
        escaped = true;
        position = outcome.end;
    }
    return {limit, "the string does not end", CSimdJSON_CodeSyntax, false, false};
}

Outcome number(const uint8_t *start, const uint8_t *limit) noexcept {
    const auto fault = [](const uint8_t *at) -> Outcome {
        return {at, "a digit is missing in this number", CSimdJSON_CodeSyntax, false, false};
    };
    const uint8_t *position = start;
    if (position < limit && *position == '-') { ++position; }
    const uint8_t *digits = position;
    position = skipDigits(position, limit);
    if (position == digits) { return fault(position); }
    if (*digits == '0' && position - digits > 1) {
        return {digits, "a number does not begin with a needless zero", CSimdJSON_CodeSyntax, false, false};
    }
    bool integer = true;
    if (position < limit && *position == '.') {
        integer = false;
        digits = ++position;
        position = skipDigits(position, limit);
        if (position == digits) { return fault(position); }
    }
    if (position < limit && (*position | 0x20) == 'e') {
        integer = false;
        ++position;
        if (position < limit && (*position == '+' || *position == '-')) { ++position; }
        digits = position;
        position = skipDigits(position, limit);
        if (position == digits) { return fault(position); }
    }
    return {position, nullptr, CSimdJSON_CodeOk, false, integer};
}

const uint8_t *invalidUTF8(const uint8_t *start, const uint8_t *limit) noexcept {
    const uint8_t *position = start;
    while (position < limit) {
        const uint8_t first = *position;
        if (first < 0x80) {
            ++position;
            continue;
        }
        // The ranges of RFC 3629: they shut out overlong forms, surrogates and everything above U+10FFFF.
        int trailing;
        uint8_t lowest = 0x80;
        uint8_t highest = 0xBF;
        if (first >= 0xC2 && first <= 0xDF) {
            trailing = 1;
        } else if (first >= 0xE0 && first <= 0xEF) {
            trailing = 2;
            if (first == 0xE0) { lowest = 0xA0; }
            if (first == 0xED) { highest = 0x9F; }
        } else if (first >= 0xF0 && first <= 0xF4) {
            trailing = 3;
            if (first == 0xF0) { lowest = 0x90; }
            if (first == 0xF4) { highest = 0x8F; }
        } else {
            return position;
        }
        if (limit - position <= trailing || position[1] < lowest || position[1] > highest) { return position; }
        for (int index = 2; index <= trailing; ++index) {
            if ((position[index] & 0xC0) != 0x80) { return position; }
        }
        position += trailing + 1;
    }
    return nullptr;
}

Outcome brokenString(const uint8_t *start, const uint8_t *limit) noexcept {
    for (const uint8_t *position = start; position < limit; ++position) {
        if (*position != '"') { continue; }
        const Outcome outcome = string(position + 1, limit);
        if (outcome.message != nullptr) { return outcome; }
        position = outcome.end;
    }
    return {limit, "this is not JSON", CSimdJSON_CodeSyntax, false, false};
}

int DecodedBytes::next() noexcept {
    if (pending != 0) {
        const int byte = static_cast<int>(pending & 0xFF);
        pending >>= 8;
        return byte;
    }
    if (position >= limit) { return -1; }
    return *position == '\\' ? escape() : *position++;
}

int DecodedBytes::escape() noexcept {
    const uint8_t kind = position[1];
    if (kind != 'u') {
        position += 2;
        switch (kind) {
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return kind;
        }
    }
    uint32_t scalar = static_cast<uint32_t>(hexUnit(position + 2));
    position += 6;
    if (isHighSurrogate(static_cast<int>(scalar))) {
        const uint32_t low = static_cast<uint32_t>(hexUnit(position + 2));
        scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
        position += 6;
    }
    // A trailing byte is never zero, so `pending` needs no count beside it.
    if (scalar < 0x80) { return static_cast<int>(scalar); }
    const uint32_t last = 0x80 | (scalar & 0x3F);
    if (scalar < 0x800) {
        pending = last;
        return static_cast<int>(0xC0 | scalar >> 6);
    }
    const uint32_t second = 0x80 | (scalar >> 6 & 0x3F);
    if (scalar < 0x10000) {
        pending = second | last << 8;
        return static_cast<int>(0xE0 | scalar >> 12);
    }
    pending = (0x80 | (scalar >> 12 & 0x3F)) | second << 8 | last << 16;
    return static_cast<int>(0xF0 | scalar >> 18);
}

}  // namespace scan
