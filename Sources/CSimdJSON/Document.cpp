#include "Document.hpp"

#include "Scan.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace document {

namespace {

scan::DecodedBytes decoded(const CSimdJSON_Document &document, const CSimdJSON_Node &node) noexcept {
    return {CSimdJSON_text(&document, &node), node.length};
}

}  // namespace

bool assign(CSimdJSON_Document &document, const uint8_t *bytes, uint32_t count, size_t padding) noexcept {
    const size_t needed = count + padding;
    if (needed > document.byteCapacity) {
        const size_t capacity = std::max<size_t>(needed, std::max<size_t>(1024, document.byteCapacity * 2));
        auto *larger = static_cast<uint8_t *>(malloc(capacity));
        if (larger == nullptr) { return false; }
        free(document.bytes);
        document.bytes = larger;
        document.byteCapacity = capacity;
    }
    if (count > 0) { memcpy(document.bytes, bytes, count); }
    memset(document.bytes + count, 0, padding);
    document.byteCount = count;
    document.nodeCount = 0;
    return true;
}

bool reserveNodes(CSimdJSON_Document &document, size_t count) noexcept {
    if (count <= document.nodeCapacity) { return true; }
    const size_t capacity = std::max<size_t>(count, std::max<size_t>(32, document.nodeCapacity * 2));
    auto *larger = static_cast<CSimdJSON_Node *>(malloc(capacity * sizeof(CSimdJSON_Node)));
    if (larger == nullptr) { return false; }
    free(document.nodes);
    document.nodes = larger;
    document.nodeCapacity = capacity;
    return true;
}

int compare(const CSimdJSON_Document &document, const CSimdJSON_Node &left, const CSimdJSON_Node &right) noexcept {
    if (!left.escaped && !right.escaped) {
        const int order = memcmp(CSimdJSON_text(&document, &left), CSimdJSON_text(&document, &right),
                                 std::min(left.length, right.length));
        if (order != 0) { return order; }
        return left.length == right.length ? 0 : left.length < right.length ? -1 : 1;
    }
    auto leftBytes = decoded(document, left);
    auto rightBytes = decoded(document, right);
    while (true) {
        const int leftByte = leftBytes.next();
        const int rightByte = rightBytes.next();
        if (leftByte != rightByte || leftByte < 0) { return leftByte - rightByte; }
    }
}

bool equals(
    const CSimdJSON_Document &document, const CSimdJSON_Node &node, const uint8_t *text, size_t count) noexcept {
    if (!node.escaped) {
        return node.length == count && (count == 0 || memcmp(CSimdJSON_text(&document, &node), text, count) == 0);
    }
    auto bytes = decoded(document, node);
    for (size_t index = 0; index < count; ++index) {
        if (bytes.next() != text[index]) { return false; }
    }
    return bytes.next() < 0;
}

}  // namespace document

extern "C" {

void CSimdJSON_freeDocument(CSimdJSON_Document *document) noexcept {
    free(document->bytes);
    free(document->nodes);
    *document = {};
}

uint32_t CSimdJSON_findMember(
    const CSimdJSON_Document *document, uint32_t object, const uint8_t *name, size_t count) noexcept {
    uint32_t index = object + 1;
    for (uint32_t remaining = document->nodes[object].count; remaining > 0; --remaining) {
        if (document::equals(*document, document->nodes[index], name, count)) { return index + 1; }
        index = document->nodes[index + 1].next;
    }
    return 0;
}

void CSimdJSON_findMembers(
    const CSimdJSON_Document *document, uint32_t object, const uint8_t *names, uint32_t count,
    uint32_t *values) noexcept {
    const uint8_t *starts[CSIMDJSON_NAMES_MAX];
    // A bit for each length that a name has.
    uint64_t lengths = 0;
    for (uint32_t name = 0; name < count; ++name) {
        starts[name] = names;
        lengths |= uint64_t{1} << (*names & 63);
        names += 1 + *names;
        values[name] = 0;
    }
    const CSimdJSON_Node *const nodes = document->nodes;
    uint32_t member = object + 1;
    uint32_t missing = count;
    uint32_t next = 0;
    for (uint32_t remaining = nodes[object].count; remaining > 0 && missing > 0; --remaining) {
        const uint32_t index = member;
        const CSimdJSON_Node &node = nodes[index];
        member = nodes[index + 1].next;
        if ((lengths >> (node.length & 63) & 1) == 0 && !node.escaped) { continue; }
        // Looked for from the name after the last found on: mostly they come in their order.
        for (uint32_t step = 0, name = next; step < count; ++step, ++name) {
            if (name == count) { name = 0; }
            const uint8_t *text = starts[name];
            if ((node.length != *text && !node.escaped) || values[name] != 0) { continue; }
            if (!document::equals(*document, node, text + 1, *text)) { continue; }
            values[name] = index + 1;
            next = name + 1 == count ? 0 : name + 1;
            --missing;
            break;
        }
    }
}

int CSimdJSON_compareStrings(const CSimdJSON_Document *document, uint32_t left, uint32_t right) noexcept {
    return document::compare(*document, document->nodes[left], document->nodes[right]);
}

bool CSimdJSON_stringEquals(
    const CSimdJSON_Document *document, uint32_t string, const uint8_t *text, size_t count) noexcept {
    return document::equals(*document, document->nodes[string], text, count);
}

size_t CSimdJSON_decodeString(const CSimdJSON_Document *document, uint32_t string, uint8_t *output) noexcept {
    auto bytes = document::decoded(*document, document->nodes[string]);
    size_t count = 0;
    for (int byte = bytes.next(); byte >= 0; byte = bytes.next()) { output[count++] = static_cast<uint8_t>(byte); }
    return count;
}

}
