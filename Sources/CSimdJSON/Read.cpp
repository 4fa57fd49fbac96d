#include "CSimdJSON.h"
#include "Document.hpp"
#include "Scan.hpp"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace ondemand = simdjson::ondemand;

/// simdjson's indices, and room to sort the names of one object.
struct CSimdJSON_Parser {
    ondemand::parser simdjson{CSIMDJSON_BYTES_MAX};
    uint32_t *names = nullptr;
    size_t nameCapacity = 0;
};

namespace {

/// Up to this many names are compared with each other; more are sorted first, so that no object costs n² compares.
/// Names mostly differ in length already, so that the pairs of a whole CloudEvent cost less than sorting it.
constexpr uint32_t pairwiseNames = 24;

constexpr CSimdJSON_Result success{"", 0, CSimdJSON_CodeOk};
constexpr CSimdJSON_Result outOfMemory{"there is no memory for this text", 0, CSimdJSON_CodeOutOfMemory};

/// One pass over one text. Every member function returns false after it has set `result`.
///
/// simdjson checks UTF-8, brackets, commas and colons as the pass goes. What it would check only on conversion
/// (numbers, literals, escapes) is checked here on the tokens, because a value that is merely skipped is not checked.
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
    ondemand::document text;
    CSimdJSON_Result result = success;

    bool fail(CSimdJSON_Code code, const uint8_t *at, const char *message) noexcept {
        result = {message, static_cast<uint32_t>(at - document.bytes), code};
        return false;
    }

    /// Fails where simdjson stopped. It abandons its iterator on an error, and then tells the token at fault.
    bool failHere(const char *message) noexcept {
        const char *at = nullptr;
        const bool known = text.current_location().get(at) == simdjson::SUCCESS;
        return fail(CSimdJSON_CodeSyntax, known ? reinterpret_cast<const uint8_t *>(at) : limit, message);
    }

    bool append(CSimdJSON_Kind kind, const uint8_t *start, size_t length, bool escaped = false) noexcept {
        const CSimdJSON_Node node{
            static_cast<uint32_t>(start - document.bytes), static_cast<uint32_t>(length), document.nodeCount + 1, 0,
            kind, escaped, true};
        if (document::append(document, node)) { return true; }
        result = outOfMemory;
        return false;
    }

    /// How far an object or array has been read without gaps between its tokens.
    struct Extent {
        const uint8_t *end;
        bool compact;

        /// Goes on to a value, which begins right there unless there is a gap.
        void reach(const uint8_t *start, const uint8_t *stop, bool isCompact) noexcept {
            compact = compact && start == end && isCompact;
            end = stop;
        }
    };

    /// Goes on to the value that was read last.
    void extend(Extent &extent, uint32_t index) noexcept {
        const CSimdJSON_Node &node = document.nodes[index];
        const uint8_t *start = document.bytes + node.start;
        const bool quoted = node.kind == CSimdJSON_KindString;
        extent.reach(start - quoted, start + node.length + quoted, node.compact);
    }

    void close(uint32_t index, uint32_t count, Extent extent) noexcept {
        CSimdJSON_Node &node = document.nodes[index];
        while (scan::isSpace(*extent.end)) {
            ++extent.end;
            extent.compact = false;
        }
        node.next = document.nodeCount;
        node.count = count;
        node.length = static_cast<uint32_t>(extent.end + 1 - (document.bytes + node.start));
        node.compact = extent.compact;
    }

    /// Lets simdjson index the text. Its first stage finds faults without their places, so they are looked for again.
    bool start() noexcept {
        const size_t count = document.byteCount;
        if (parser.simdjson.capacity() < count || parser.simdjson.capacity() == 0) {
            const size_t capacity = std::max<size_t>(std::max<size_t>(count, 1024), parser.simdjson.capacity() * 2);
            const size_t bounded = std::min<size_t>(capacity, CSIMDJSON_BYTES_MAX);
            if (parser.simdjson.allocate(bounded, CSIMDJSON_DEPTH_MAX + 2) != simdjson::SUCCESS) {
                result = outOfMemory;
                return false;
            }
        }
        const auto error = parser.simdjson.iterate(document.bytes, count, document.byteCapacity).get(text);
        if (error == simdjson::SUCCESS) { return true; }
        if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY) {
            result = outOfMemory;
            return false;
        }
        if (error == simdjson::EMPTY) { return fail(CSimdJSON_CodeSyntax, limit, "there is no value"); }
        if (const uint8_t *at = scan::invalidUTF8(document.bytes, limit)) {
            return fail(CSimdJSON_CodeInvalidUTF8, at, "this is not UTF-8");
        }
        const scan::Outcome fault = scan::brokenString(document.bytes, limit);
        return fail(fault.code, fault.end, fault.message);
    }

    bool root() noexcept {
        std::string_view token;
        if (text.raw_json_token().get(token) != simdjson::SUCCESS) { return failHere("there is no value"); }
        const auto *at = reinterpret_cast<const uint8_t *>(token.data());
        if (*at == '[') {
            ondemand::array array;
            if (text.get_array().get(array) != simdjson::SUCCESS) { return unclosed(); }
            return elements(array, at, 1) && nothingAfter();
        }
        if (*at == '{') {
            ondemand::object object;
            if (text.get_object().get(object) != simdjson::SUCCESS) { return unclosed(); }
            return members(object, at, 1) && nothingAfter();
        }
        if (!scalar(at, at + token.size())) { return false; }
        // A token reaches to the next one: a lone scalar reaches to the end of the text.
        const auto *end = at + token.size();
        return end == limit || fail(CSimdJSON_CodeSyntax, end, "there is more after the value");
    }

    bool unclosed() noexcept {
        return fail(CSimdJSON_CodeSyntax, limit, "the text does not end with the bracket that closes its first");
    }

    bool nothingAfter() noexcept {
        // 3.0.1 has no at_end() on a document; being out of bounds says the same.
        if (text.current_location().error() == simdjson::OUT_OF_BOUNDS) { return true; }
        return failHere("there is more after the value");
    }

    bool value(ondemand::value &value, uint32_t depth) noexcept {
        const std::string_view token = value.raw_json_token();
        const auto *at = reinterpret_cast<const uint8_t *>(token.data());
        switch (*at) {
        case '[': {
            ondemand::array array;
            if (depth > limits.depth) { return tooDeep(at); }
            if (value.get_array().get(array) != simdjson::SUCCESS) { return failHere("the array does not end"); }
            return elements(array, at, depth);
        }
        case '{': {
            ondemand::object object;
            if (depth > limits.depth) { return tooDeep(at); }
            if (value.get_object().get(object) != simdjson::SUCCESS) { return failHere("the object does not end"); }
            return members(object, at, depth);
        }
        case '"':
            // Left to be skipped, a string before a colon would pass for a name, even in an array.
            return scalar(at, at + token.size())
                && (value.get_raw_json_string().error() == simdjson::SUCCESS || failHere("the string does not end"));
        default:
            return scalar(at, at + token.size());
        }
    }

    bool tooDeep(const uint8_t *at) noexcept {
        return fail(CSimdJSON_CodeTooDeep, at, "objects and arrays are nested too deep");
    }

    bool elements(ondemand::array &array, const uint8_t *at, uint32_t depth) noexcept {
        if (depth > limits.depth) { return tooDeep(at); }
        const uint32_t index = document.nodeCount;
        if (!append(CSimdJSON_KindArray, at, 0)) { return false; }
        uint32_t count = 0;
        Extent extent{at + 1, true};
        for (auto element : array) {
            if (element.error() != simdjson::SUCCESS) { return failHere("a comma or ] belongs here"); }
            auto &&child = std::move(element).value_unsafe();
            const uint32_t node = document.nodeCount;
            if (!value(child, depth + 1)) { return false; }
            // Past the comma.
            if (count > 0) { ++extent.end; }
            extend(extent, node);
            ++count;
        }
        close(index, count, extent);
        return true;
    }

    bool members(ondemand::object &object, const uint8_t *at, uint32_t depth) noexcept {
        if (depth > limits.depth) { return tooDeep(at); }
        const uint32_t index = document.nodeCount;
        if (!append(CSimdJSON_KindObject, at, 0)) { return false; }
        uint32_t count = 0;
        Extent extent{at + 1, true};
        for (auto member : object) {
            if (member.error() != simdjson::SUCCESS) {
                return failHere("a member (\"name\": value), a comma or } belongs here");
            }
            // By reference, as in value(): a copy made right after its fields were written waits for them to arrive.
            auto &&field = std::move(member).value_unsafe();
            const auto *name = reinterpret_cast<const uint8_t *>(field.key().raw());
            if (count == limits.members) {
                return fail(CSimdJSON_CodeTooManyMembers, name - 1, "the object has too many members");
            }
            const uint32_t node = document.nodeCount;
            if (!string(name)) { return false; }
            if (!value(field.value(), depth + 1)) { return false; }
            // Past the comma, and past the colon.
            if (count > 0) { ++extent.end; }
            extend(extent, node);
            ++extent.end;
            extend(extent, node + 1);
            ++count;
        }
        close(index, count, extent);
        return distinctNames(index, count);
    }

    /// Checks and appends the string whose opening quote is just before `start`.
    bool string(const uint8_t *start) noexcept {
        const uint8_t *stop = scan::skipPlain(start, limit);
        if (stop < limit && *stop == '"') {
            return sized(start, stop, false);
        }
        const scan::Outcome outcome = scan::string(start, limit);
        if (outcome.message != nullptr) { return fail(outcome.code, outcome.end, outcome.message); }
        return sized(start, outcome.end, outcome.escaped);
    }

    bool sized(const uint8_t *start, const uint8_t *end, bool escaped) noexcept {
        const size_t count = static_cast<size_t>(end - start);
        if (count > limits.string) { return fail(CSimdJSON_CodeStringTooLong, start - 1, "the string is too long"); }
        return append(CSimdJSON_KindString, start, count, escaped);
    }

    bool scalar(const uint8_t *at, const uint8_t *end) noexcept {
        if (*at == '"') { return string(at + 1); }
        while (end > at && scan::isSpace(end[-1])) { --end; }
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
            uint32_t bytes = 0;
            memcpy(&bytes, CSimdJSON_text(&document, &node), std::min<size_t>(node.length, sizeof bytes));
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
