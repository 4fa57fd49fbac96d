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
#include <type_traits>

// What is used of simdjson here is internal to it, because its public interface tells no places of tokens. So a version that may have
// changed it has to be looked at first: in 3.x the first stage leaves `n_structural_indexes` offsets of 32 bits.
static_assert(simdjson::SIMDJSON_VERSION_MAJOR == 3, "CSimdJSON knows the first stage of simdjson 3; look at Read.cpp");
using Tokens = simdjson::internal::dom_parser_implementation;
static_assert(std::is_same_v<decltype(Tokens::structural_indexes), std::unique_ptr<uint32_t[]>>);
static_assert(std::is_same_v<decltype(Tokens::n_structural_indexes), uint32_t>);

/// simdjson's first stage with the places of the tokens it finds, and room to sort the names of one object.
struct CSimdJSON_Parser {
    std::unique_ptr<Tokens> tokens;
    uint32_t *names = nullptr;
    size_t nameCapacity = 0;
};

namespace {

/// Up to this many names are compared with each other where they may be the same; more are sorted first, so that no
/// object costs n² compares.
constexpr uint32_t pairwiseNames = 24;

/// Stands where a value has no container around it.
constexpr uint32_t noNode = UINT32_MAX;

constexpr CSimdJSON_Result success{"", 0, CSimdJSON_CodeOk};
constexpr CSimdJSON_Result outOfMemory{"there is no memory for this text", 0, CSimdJSON_CodeOutOfMemory};

/// One pass over the tokens of one text.
///
/// simdjson's first stage finds where tokens begin: brackets, commas, colons, quotes that open a string, and whatever
/// else is no space. It has checked UTF-8, and that every string ends and holds no control character. All else is
/// checked here.
class Walk {
public:
    Walk(CSimdJSON_Parser &parser, CSimdJSON_Document &document, CSimdJSON_Limits limits) noexcept
        : parser(parser), document(document), bytes(document.bytes), limit(bytes + document.byteCount),
          limits(limits) {}

    CSimdJSON_Result run() noexcept {
        if (start() && isEnclosed()) { walk(); }
        return result;
    }

private:
    /// The innermost object or array that is not at its end yet.
    struct Container {
        uint32_t node = noNode;
        /// Its members or elements so far.
        uint32_t count = 0;
        bool isObject = false;
    };

    CSimdJSON_Parser &parser;
    CSimdJSON_Document &document;
    const uint8_t *const bytes;
    const uint8_t *const limit;
    const CSimdJSON_Limits limits;
    CSimdJSON_Node *nodes = nullptr;
    /// The offsets of the tokens; the length of the text stands twice behind the last.
    const uint32_t *tokens = nullptr;
    /// Whether there is a backslash anywhere, so that a string may have escapes.
    bool escapes = false;
    CSimdJSON_Result result = success;

    [[gnu::cold]] bool fail(CSimdJSON_Code code, const uint8_t *at, const char *message) noexcept {
        result = {message, static_cast<uint32_t>(at - bytes), code};
        return false;
    }

    /// Lets simdjson index the text. Its first stage finds faults without their places, so they are looked for again.
    bool start() noexcept {
        const size_t count = document.byteCount;
        auto &stage = parser.tokens;
        // Without memory, an attempt to grow has left a capacity of 0.
        const size_t present = stage ? stage->capacity() : 0;
        if (present < count || present == 0) {
            const size_t capacity = std::max<size_t>(std::max<size_t>(count, 1024), present * 2);
            const size_t bounded = std::min<size_t>(capacity, CSIMDJSON_BYTES_MAX);
            // The depth is that of simdjson's second stage, which is not used.
            const auto error = stage
                ? stage->allocate(bounded, 1)
                : simdjson::get_active_implementation()->create_dom_parser_implementation(bounded, 1, stage);
            if (error != simdjson::SUCCESS) {
                result = outOfMemory;
                return false;
            }
        }
        const auto error = stage->stage1(bytes, count, simdjson::stage1_mode::regular);
        if (error == simdjson::SUCCESS) {
            // No token makes more than one node.
            if (!document::reserveNodes(document, stage->n_structural_indexes)) {
                result = outOfMemory;
                return false;
            }
            nodes = document.nodes;
            tokens = stage->structural_indexes.get();
            escapes = memchr(bytes, '\\', count) != nullptr;
            return true;
        }
        if (error == simdjson::EMPTY) { return fail(CSimdJSON_CodeSyntax, limit, "there is no value"); }
        if (const uint8_t *at = scan::invalidUTF8(bytes, limit)) {
            return fail(CSimdJSON_CodeInvalidUTF8, at, "this is not UTF-8");
        }
        const scan::Outcome fault = scan::brokenString(bytes, limit);
        return fail(fault.code, fault.end, fault.message);
    }

    /// The last token closes what the first opens, so that no walk through open brackets passes the end.
    bool isEnclosed() noexcept {
        const uint8_t first = bytes[tokens[0]];
        if (first != '[' && first != '{') { return true; }
        // The brackets of a pair are two apart.
        return bytes[tokens[parser.tokens->n_structural_indexes - 1]] == first + 2
            || fail(CSimdJSON_CodeSyntax, limit, "the text does not end with the bracket that closes its first");
    }

    /// Goes through all tokens without recursion: while a container is open, its node remembers the one around it.
    bool walk() noexcept {
        const uint32_t *token = tokens;
        uint32_t index = 0;
        uint32_t depth = 0;
        // How many bytes of the text are in tokens so far, all others being space.
        uint32_t solid = 0;
        Container container;
        while (true) {
            if (container.isObject) {
                const uint8_t *const at = bytes + token[0];
                if (*at != '"') { return noMember(at); }
                if (bytes[token[1]] != ':') { return noMember(bytes + token[1]); }
                if (container.count == limits.members) {
                    return fail(CSimdJSON_CodeTooManyMembers, at, "the object has too many members");
                }
                if (!string(token, index)) { return false; }
                solid += nodes[index].length + 3;
                ++index;
                token += 2;
            }
            const uint8_t *const at = bytes + *token;
            if (*at == '"') {
                if (!string(token, index)) { return false; }
                solid += nodes[index].length + 2;
                ++index;
                ++token;
            } else if (*at != '{' && *at != '[') {
                if (!scalar(token, index)) { return false; }
                solid += nodes[index].length;
                ++index;
                ++token;
            } else {
                if (++depth > limits.depth) {
                    return fail(CSimdJSON_CodeTooDeep, at, "objects and arrays are nested too deep");
                }
                const bool isObject = *at == '{';
                if (container.node != noNode) { nodes[container.node].count = container.count; }
                // Until it ends, its length is what was solid before it, and what is next is what is around it.
                nodes[index] = {
                    *token, solid, container.node, 0, isObject ? CSimdJSON_KindObject : CSimdJSON_KindArray, false,
                    false};
                container = {index, 0, isObject};
                ++index;
                ++solid;
                ++token;
                if (bytes[*token] != *at + 2) { continue; }
                // It is empty.
                if (!close(container, *token, index, ++solid)) { return false; }
                ++token;
                --depth;
            }
            // The value may be the last of its container, that one of the container around it, and so on.
            while (true) {
                const uint8_t *const behind = bytes + *token;
                if (container.node == noNode) {
                    document.nodeCount = index;
                    return behind == limit || fail(CSimdJSON_CodeSyntax, behind, "there is more after the value");
                }
                ++container.count;
                ++solid;
                if (*behind == ',') {
                    ++token;
                    break;
                }
                if (*behind != (container.isObject ? '}' : ']')) {
                    return container.isObject ? noMember(behind)
                                              : fail(CSimdJSON_CodeSyntax, behind, "a comma or ] belongs here");
                }
                if (!close(container, *token, index, solid)) { return false; }
                ++token;
                --depth;
            }
        }
    }

    bool noMember(const uint8_t *at) noexcept {
        return fail(CSimdJSON_CodeSyntax, at, "a member (\"name\": value), a comma or } belongs here");
    }

    /// Ends a container at its closing bracket, and goes back to the one around it.
    [[gnu::always_inline]] bool close(
        Container &container, uint32_t bracket, uint32_t next, uint32_t solid) noexcept {
        CSimdJSON_Node &node = nodes[container.node];
        const Container ended = container;
        container.node = node.next;
        const uint32_t length = bracket + 1 - node.start;
        node.compact = solid - node.length == length;
        node.length = length;
        node.next = next;
        node.count = ended.count;
        if (container.node != noNode) {
            container.count = nodes[container.node].count;
            container.isObject = nodes[container.node].kind == CSimdJSON_KindObject;
        }
        return !ended.isObject || ended.count < 2 || distinctNames(ended.node, ended.count);
    }

    /// Checks the string at a token, and makes it a node.
    [[gnu::always_inline]] bool string(const uint32_t *token, uint32_t index) noexcept {
        const uint8_t *const start = bytes + token[0] + 1;
        const uint8_t *end = bytes + token[1];
        // Behind the closing quote there can only be space.
        do { --end; } while (*end != '"');
        bool escaped = false;
        if (escapes) {
            const scan::Outcome outcome = scan::string(start, limit);
            if (outcome.message != nullptr) { return fail(outcome.code, outcome.end, outcome.message); }
            escaped = outcome.escaped;
        }
        const auto length = static_cast<uint32_t>(end - start);
        if (length > limits.string) { return fail(CSimdJSON_CodeStringTooLong, start - 1, "the string is too long"); }
        leaf(index, token[0] + 1, length, CSimdJSON_KindString, escaped);
        return true;
    }

    /// Checks the number or literal at a token, and makes it a node.
    bool scalar(const uint32_t *token, uint32_t index) noexcept {
        const uint8_t *const at = bytes + token[0];
        const uint8_t *end = bytes + token[1];
        while (end > at && scan::isSpace(end[-1])) { --end; }
        const auto length = static_cast<uint32_t>(end - at);
        CSimdJSON_Kind kind;
        if (*at == '-' || (*at >= '0' && *at <= '9')) {
            const scan::Outcome outcome = scan::number(at, end);
            if (outcome.message != nullptr) { return fail(outcome.code, outcome.end, outcome.message); }
            if (outcome.end != end) {
                return fail(CSimdJSON_CodeSyntax, outcome.end, "this does not belong to a number");
            }
            kind = outcome.integer ? CSimdJSON_KindInteger : CSimdJSON_KindNumber;
        } else if (length == 4 && memcmp(at, "true", 4) == 0) {
            kind = CSimdJSON_KindTrue;
        } else if (length == 5 && memcmp(at, "false", 5) == 0) {
            kind = CSimdJSON_KindFalse;
        } else if (length == 4 && memcmp(at, "null", 4) == 0) {
            kind = CSimdJSON_KindNull;
        } else {
            return fail(CSimdJSON_CodeSyntax, at, "a value belongs here");
        }
        leaf(index, token[0], length, kind, false);
        return true;
    }

    [[gnu::always_inline]] void leaf(
        uint32_t index, uint32_t start, uint32_t length, CSimdJSON_Kind kind, bool escaped) noexcept {
        nodes[index] = {start, length, index + 1, 0, kind, escaped, true};
    }

    [[gnu::noinline]] bool distinctNames(uint32_t object, uint32_t count) noexcept {
        if (count > pairwiseNames) { return distinctMany(object, count); }
        // A bit for each hash of length and first bytes that a name had.
        uint64_t seen[8] = {};
        uint32_t name = object + 1;
        for (uint32_t remaining = count; remaining > 0; --remaining) {
            const CSimdJSON_Node &node = nodes[name];
            // An escape hides both what a name is and how long: it is compared, and so are all after it.
            if (node.escaped) { memset(seen, 0xFF, sizeof seen); }
            uint32_t head = bytes[node.start];
            if (node.length >= sizeof head) { memcpy(&head, bytes + node.start, sizeof head); }
            const uint32_t hash = (head ^ node.length << 24) * 0x9E3779B1u >> 23;
            uint64_t &word = seen[hash >> 6];
            const uint64_t bit = uint64_t{1} << (hash & 63);
            if ((word & bit) != 0 && !differs(name, object + 1)) { return false; }
            word |= bit;
            name = nodes[name + 1].next;
        }
        return true;
    }

    /// Compares a name with each before it, from the first on.
    [[gnu::noinline]] bool differs(uint32_t name, uint32_t first) noexcept {
        for (uint32_t other = first; other != name; other = nodes[other + 1].next) {
            if (same(nodes[other], nodes[name])) { return duplicate(nodes[name]); }
        }
        return true;
    }

    [[gnu::noinline]] bool distinctMany(uint32_t object, uint32_t count) noexcept {
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
        uint32_t name = object + 1;
        for (uint32_t index = 0; index < count; ++index) {
            names[index] = name;
            name = nodes[name + 1].next;
        }
        std::sort(names, names + count, [this](uint32_t left, uint32_t right) {
            const int order = document::compare(document, nodes[left], nodes[right]);
            return order != 0 ? order < 0 : left < right;
        });
        for (uint32_t index = 1; index < count; ++index) {
            if (same(nodes[names[index - 1]], nodes[names[index]])) { return duplicate(nodes[names[index]]); }
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
