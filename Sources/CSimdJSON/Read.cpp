#include "CSimdJSON.h"
#include "Document.hpp"
#include "Scan.hpp"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

/// simdjson's first stage with the places of the tokens it finds, and room to sort the names of one object.
struct CSimdJSON_Parser {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> tokens;
    uint32_t *names = nullptr;
    size_t nameCapacity = 0;
};

namespace {

/// Up to this many names are compared with each other; more are sorted first, so that no object costs n² compares.
/// Names mostly differ in length already, so that the pairs of a whole CloudEvent cost less than sorting it.
constexpr uint32_t pairwiseNames = 24;

constexpr CSimdJSON_Result success{"", 0, CSimdJSON_CodeOk};
constexpr CSimdJSON_Result outOfMemory{"there is no memory for this text", 0, CSimdJSON_CodeOutOfMemory};

/// One pass over the tokens of one text. Every member function returns false after it has set `result`.
///
/// simdjson's first stage finds where tokens begin: brackets, commas, colons, quotes that open a string, and whatever
/// else is no space. It has checked UTF-8, and that every string ends and holds no control character. All else is
/// checked here.
class Walk {
public:
    Walk(CSimdJSON_Parser &parser, CSimdJSON_Document &document, CSimdJSON_Limits limits) noexcept
        : parser(parser), document(document), limits(limits), limit(document.bytes + document.byteCount) {}

    CSimdJSON_Result run() noexcept {
        if (start()) { root(); }
        return result;
    }

private:
    CSimdJSON_Parser &parser;
    CSimdJSON_Document &document;
    const CSimdJSON_Limits limits;
    const uint8_t *const limit;
    /// The offset of the token at hand, and those of all after it; the length of the text stands twice behind the last.
    const uint32_t *token = nullptr;
    /// How many tokens so far have space behind them.
    uint32_t gaps = 0;
    /// Whether there is a backslash anywhere, so that a string may have escapes.
    bool escapes = false;
    CSimdJSON_Result result = success;

    const uint8_t *here() const noexcept { return document.bytes + *token; }

    /// Goes past a bracket, a comma or a colon.
    void skip() noexcept {
        gaps += token[1] != token[0] + 1;
        ++token;
    }

    bool fail(CSimdJSON_Code code, const uint8_t *at, const char *message) noexcept {
        result = {message, static_cast<uint32_t>(at - document.bytes), code};
        return false;
    }

    /// Appends a node, for which there is room: one per token was made. Always true, for who ends with it.
    bool append(CSimdJSON_Kind kind, const uint8_t *start, size_t length, bool escaped = false) noexcept {
        const uint32_t index = document.nodeCount++;
        document.nodes[index] = {
            static_cast<uint32_t>(start - document.bytes), static_cast<uint32_t>(length), index + 1, 0,
            kind, escaped, true};
        return true;
    }

    /// Ends an object or array at its closing bracket.
    void close(uint32_t index, uint32_t count, uint32_t gapsBefore) noexcept {
        CSimdJSON_Node &node = document.nodes[index];
        node.next = document.nodeCount;
        node.count = count;
        node.length = *token + 1 - node.start;
        node.compact = gaps == gapsBefore;
        skip();
    }

    /// Lets simdjson index the text. Its first stage finds faults without their places, so they are looked for again.
    bool start() noexcept {
        const size_t count = document.byteCount;
        auto &tokens = parser.tokens;
        // Without memory, an attempt to grow has left a capacity of 0.
        const size_t present = tokens ? tokens->capacity() : 0;
        if (present < count || present == 0) {
            const size_t capacity = std::max<size_t>(std::max<size_t>(count, 1024), present * 2);
            const size_t bounded = std::min<size_t>(capacity, CSIMDJSON_BYTES_MAX);
            // The depth is that of simdjson's second stage, which is not used.
            const auto error = tokens
                ? tokens->allocate(bounded, 1)
                : simdjson::get_active_implementation()->create_dom_parser_implementation(bounded, 1, tokens);
            if (error != simdjson::SUCCESS) {
                result = outOfMemory;
                return false;
            }
        }
        const auto error = tokens->stage1(document.bytes, count, simdjson::stage1_mode::regular);
        if (error == simdjson::SUCCESS) {
            if (!document::reserveNodes(document, tokens->n_structural_indexes)) {
                result = outOfMemory;
                return false;
            }
            token = tokens->structural_indexes.get();
            escapes = memchr(document.bytes, '\\', count) != nullptr;
            return true;
        }
        if (error == simdjson::EMPTY) { return fail(CSimdJSON_CodeSyntax, limit, "there is no value"); }
        if (const uint8_t *at = scan::invalidUTF8(document.bytes, limit)) {
            return fail(CSimdJSON_CodeInvalidUTF8, at, "this is not UTF-8");
        }
        const scan::Outcome fault = scan::brokenString(document.bytes, limit);
        return fail(fault.code, fault.end, fault.message);
    }

    bool root() noexcept {
        const uint8_t *const at = here();
        if (*at == '[' || *at == '{') {
            // The brackets of a pair are two apart.
            const uint32_t last = token[parser.tokens->n_structural_indexes - 1];
            if (document.bytes[last] != *at + 2) {
                return fail(CSimdJSON_CodeSyntax, limit, "the text does not end with the bracket that closes its first");
            }
        }
        return value(1) && (here() == limit || fail(CSimdJSON_CodeSyntax, here(), "there is more after the value"));
    }

    bool value(uint32_t depth) noexcept {
        switch (*here()) {
        case '[': return elements(depth);
        case '{': return members(depth);
        case '"': return string();
        default: return scalar();
        }
    }

    bool tooDeep() noexcept {
        return fail(CSimdJSON_CodeTooDeep, here(), "objects and arrays are nested too deep");
    }

    bool elements(uint32_t depth) noexcept {
        if (depth > limits.depth) { return tooDeep(); }
        const uint32_t index = document.nodeCount;
        const uint32_t gapsBefore = gaps;
        append(CSimdJSON_KindArray, here(), 0);
        skip();
        uint32_t count = 0;
        if (*here() != ']') {
            while (true) {
                if (!value(depth + 1)) { return false; }
                ++count;
                if (*here() == ']') { break; }
                if (*here() != ',') { return fail(CSimdJSON_CodeSyntax, here(), "a comma or ] belongs here"); }
                skip();
            }
        }
        close(index, count, gapsBefore);
        return true;
    }

    bool members(uint32_t depth) noexcept {
        if (depth > limits.depth) { return tooDeep(); }
        const uint32_t index = document.nodeCount;
        const uint32_t gapsBefore = gaps;
        append(CSimdJSON_KindObject, here(), 0);
        skip();
        uint32_t count = 0;
        if (*here() != '}') {
            while (true) {
                if (*here() != '"') { return noMember(here()); }
                if (document.bytes[token[1]] != ':') { return noMember(document.bytes + token[1]); }
                if (count == limits.members) {
                    return fail(CSimdJSON_CodeTooManyMembers, here(), "the object has too many members");
                }
                if (!string()) { return false; }
                skip();
                if (!value(depth + 1)) { return false; }
                ++count;
                if (*here() == '}') { break; }
                if (*here() != ',') { return noMember(here()); }
                skip();
            }
        }
        close(index, count, gapsBefore);
        return distinctNames(index, count);
    }

    bool noMember(const uint8_t *at) noexcept {
        return fail(CSimdJSON_CodeSyntax, at, "a member (\"name\": value), a comma or } belongs here");
    }

    /// Checks and appends the string at hand, and goes past it.
    bool string() noexcept {
        const uint8_t *const start = here() + 1;
        const uint8_t *const next = document.bytes + *++token;
        // Behind the closing quote there can only be space.
        const uint8_t *end = next - 1;
        while (*end != '"') { --end; }
        gaps += end + 1 != next;
        bool escaped = false;
        if (escapes) {
            const scan::Outcome outcome = scan::string(start, limit);
            if (outcome.message != nullptr) { return fail(outcome.code, outcome.end, outcome.message); }
            escaped = outcome.escaped;
        }
        const size_t count = static_cast<size_t>(end - start);
        if (count > limits.string) { return fail(CSimdJSON_CodeStringTooLong, start - 1, "the string is too long"); }
        return append(CSimdJSON_KindString, start, count, escaped);
    }

    /// Checks and appends a number or a literal, and goes past it.
    bool scalar() noexcept {
        const uint8_t *const at = here();
        const uint8_t *const next = document.bytes + *++token;
        const uint8_t *end = next;
        while (end > at && scan::isSpace(end[-1])) { --end; }
        gaps += end != next;
        const size_t count = static_cast<size_t>(end - at);
        if (*at == '-' || (*at >= '0' && *at <= '9')) {
            const scan::Outcome outcome = scan::number(at, end);
            if (outcome.message != nullptr) { return fail(outcome.code, outcome.end, outcome.message); }
            if (outcome.end != end) {
                return fail(CSimdJSON_CodeSyntax, outcome.end, "this does not belong to a number");
            }
            return append(outcome.integer ? CSimdJSON_KindInteger : CSimdJSON_KindNumber, at, count);
        }
        if (count == 4 && memcmp(at, "true", 4) == 0) { return append(CSimdJSON_KindTrue, at, count); }
        if (count == 5 && memcmp(at, "false", 5) == 0) { return append(CSimdJSON_KindFalse, at, count); }
        if (count == 4 && memcmp(at, "null", 4) == 0) { return append(CSimdJSON_KindNull, at, count); }
        return fail(CSimdJSON_CodeSyntax, at, "a value belongs here");
    }

    bool distinctNames(uint32_t object, uint32_t count) noexcept {
        if (count < 2) { return true; }
        if (count > parser.nameCapacity) {
            const size_t capacity = std::max<size_t>(count, std::max<size_t>(32, parser.nameCapacity * 2));
            void *larger = realloc(parser.names, capacity * sizeof(uint32_t));
            if (larger == nullptr) {
                result = outOfMemory;
                return false;
            }
            parser.names = static_cast<uint32_t *>(larger);
            parser.nameCapacity = capacity;
        }
        uint32_t *const names = parser.names;
        const CSimdJSON_Node *const nodes = document.nodes;
        uint32_t name = object + 1;
        for (uint32_t index = 0; index < count; ++index) {
            names[index] = name;
            name = nodes[name + 1].next;
        }
        if (count <= pairwiseNames) { return distinctPairs(names, count); }
        std::sort(names, names + count, [this, nodes](uint32_t left, uint32_t right) {
            const int order = document::compare(document, nodes[left], nodes[right]);
            return order != 0 ? order < 0 : left < right;
        });
        for (uint32_t index = 1; index < count; ++index) {
            if (same(nodes[names[index - 1]], nodes[names[index]])) { return duplicate(nodes[names[index]]); }
        }
        return true;
    }

    /// Compares all names by their length and first bytes, and only those that agree in both as a whole.
    bool distinctPairs(const uint32_t *names, uint32_t count) noexcept {
        const CSimdJSON_Node *const nodes = document.nodes;
        uint64_t heads[pairwiseNames];
        bool escaped = false;
        for (uint32_t index = 0; index < count; ++index) {
            const CSimdJSON_Node &node = nodes[names[index]];
            uint32_t bytes;
            // There is padding behind the text, so that no name is too close to the end for this.
            memcpy(&bytes, CSimdJSON_text(&document, &node), sizeof bytes);
            if (node.length < sizeof bytes) { bytes &= (1u << 8 * node.length) - 1; }
            heads[index] = static_cast<uint64_t>(node.length) << 32 | bytes;
            escaped = escaped || node.escaped;
        }
        for (uint32_t second = 1; second < count; ++second) {
            for (uint32_t first = 0; first < second; ++first) {
                // An escape hides both what a name is and how long.
                if (heads[first] != heads[second] && !escaped) { continue; }
                if (same(nodes[names[first]], nodes[names[second]])) { return duplicate(nodes[names[second]]); }
            }
        }
        return true;
    }

    bool same(const CSimdJSON_Node &left, const CSimdJSON_Node &right) noexcept {
        if (!left.escaped && !right.escaped && left.length != right.length) { return false; }
        return document::compare(document, left, right) == 0;
    }

    bool duplicate(const CSimdJSON_Node &name) noexcept {
        const uint8_t *at = CSimdJSON_text(&document, &name) - 1;
        return fail(CSimdJSON_CodeDuplicateMember, at, "the object has two members of this name");
    }
};

}  // namespace

extern "C" {

CSimdJSON_Parser *CSimdJSON_createParser(void) noexcept {
    return new (std::nothrow) CSimdJSON_Parser;
}

void CSimdJSON_destroyParser(CSimdJSON_Parser *parser) noexcept {
    if (parser != nullptr) { free(parser->names); }
    delete parser;
}

CSimdJSON_Result CSimdJSON_read(
    CSimdJSON_Parser *parser, CSimdJSON_Document *document, const uint8_t *bytes, size_t count,
    CSimdJSON_Limits limits) noexcept {
    limits.bytes = std::min<uint32_t>(limits.bytes, CSIMDJSON_BYTES_MAX);
    limits.depth = std::min<uint32_t>(limits.depth, CSIMDJSON_DEPTH_MAX);
    if (count > limits.bytes) { return {"the text is too large", limits.bytes, CSimdJSON_CodeTooLarge}; }
    const auto length = static_cast<uint32_t>(count);
    if (!document::assign(*document, bytes, length, simdjson::SIMDJSON_PADDING)) { return outOfMemory; }
    return Walk(*parser, *document, limits).run();
}

}
