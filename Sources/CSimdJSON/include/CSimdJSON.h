//! A C face over the C++ library simdjson: one JSON text in, one flat array of nodes out.
//!
//! No function here throws, and none aborts because of what a text holds. The names of simdjson stay behind this
//! header, so that Swift sees plain C.

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define CSIMDJSON_NOEXCEPT noexcept
extern "C" {
#else
#define CSIMDJSON_NOEXCEPT
#endif

/// The greatest depth limit that is honoured: who writes a value recurses once per level, and the stack must hold it.
#define CSIMDJSON_DEPTH_MAX 512

/// The greatest length of a text in bytes that is honoured: offsets and node indices are 32 bits wide.
#define CSIMDJSON_BYTES_MAX 0x40000000

typedef enum __attribute__((enum_extensibility(closed))) CSimdJSON_Kind : uint8_t {
    CSimdJSON_KindObject,
    CSimdJSON_KindArray,
    CSimdJSON_KindString,
    CSimdJSON_KindInteger,
    CSimdJSON_KindNumber,
    CSimdJSON_KindTrue,
    CSimdJSON_KindFalse,
    CSimdJSON_KindNull,
} CSimdJSON_Kind;

/// One value, or the name of a member. Nodes lie in document order; in an object each value follows its name.
typedef struct CSimdJSON_Node {
    /// Offset of the first byte: after the quote for a string, at the bracket for an object or array.
    uint32_t start;
    /// Bytes of a string without its quotes, of a number or literal, of an object or array with its brackets.
    uint32_t length;
    /// Index of the first node after this value and everything in it.
    uint32_t next;
    /// Members of an object, elements of an array, else 0.
    uint32_t count;
    CSimdJSON_Kind kind;
    /// The string holds at least one backslash, so its bytes are not its text.
    bool escaped;
    /// There is no white space in it outside its strings.
    bool compact;
} CSimdJSON_Node;

/// A text and its nodes. All zero is the empty document. The buffers are kept from one read to the next.
typedef struct CSimdJSON_Document {
    uint8_t *_Nullable bytes;
    size_t byteCapacity;
    CSimdJSON_Node *_Nullable nodes;
    size_t nodeCapacity;
    uint32_t byteCount;
    uint32_t nodeCount;
} CSimdJSON_Document;

typedef enum __attribute__((enum_extensibility(closed))) CSimdJSON_Code : uint8_t {
    CSimdJSON_CodeOk,
    CSimdJSON_CodeSyntax,
    CSimdJSON_CodeInvalidUTF8,
    CSimdJSON_CodeLoneSurrogate,
    CSimdJSON_CodeDuplicateMember,
    CSimdJSON_CodeTooDeep,
    CSimdJSON_CodeTooManyMembers,
    CSimdJSON_CodeStringTooLong,
    CSimdJSON_CodeTooLarge,
    CSimdJSON_CodeOutOfMemory,
} CSimdJSON_Code;

/// What a read came to.
typedef struct CSimdJSON_Result {
    /// What is wrong in English, a constant that lives for ever. Empty when nothing is.
    const char *_Nonnull message;
    /// Where in the text, in bytes from its start.
    uint32_t offset;
    CSimdJSON_Code code;
} CSimdJSON_Result;

/// How much of a text is accepted. Values above the two maxima count as the maxima.
typedef struct CSimdJSON_Limits {
    uint32_t bytes;
    uint32_t depth;
    uint32_t members;
    /// The longest string, a member's name included, in bytes as they stand between the quotes.
    uint32_t string;
} CSimdJSON_Limits;

/// The working memory of simdjson, reused from read to read. One thread at a time.
typedef struct CSimdJSON_Parser CSimdJSON_Parser;

/// Makes a parser, or returns null when there is no memory.
CSimdJSON_Parser *_Nullable CSimdJSON_createParser(void) CSIMDJSON_NOEXCEPT;

/// Ends a parser. Documents it has read stay valid.
void CSimdJSON_destroyParser(CSimdJSON_Parser *_Nullable parser) CSIMDJSON_NOEXCEPT;

/// Copies a text into `document` and fills its nodes. The root is node 0.
///
/// After a failure the document holds no usable node, but may be read into again.
CSimdJSON_Result CSimdJSON_read(
    CSimdJSON_Parser *_Nonnull parser, CSimdJSON_Document *_Nonnull document, const uint8_t *_Nullable bytes,
    size_t count, CSimdJSON_Limits limits) CSIMDJSON_NOEXCEPT;

/// Gives the buffers of a document back and leaves it empty.
void CSimdJSON_freeDocument(CSimdJSON_Document *_Nonnull document) CSIMDJSON_NOEXCEPT;

/// Finds the value of a member of the object at `object` by its decoded name; 0 (the root, never a member) if none.
uint32_t CSimdJSON_findMember(
    const CSimdJSON_Document *_Nonnull document, uint32_t object, const uint8_t *_Nullable name,
    size_t count) CSIMDJSON_NOEXCEPT;

/// The most members that are looked for together.
#define CSIMDJSON_NAMES_MAX 8

/// Finds the values of several members of the object at `object` in one walk, by their decoded names.
///
/// `names` holds `count` names, at most CSIMDJSON_NAMES_MAX, each behind one byte with its length; best in the order in
/// which the members are likely to come. `values` gets as many indices: 0 where there is none.
void CSimdJSON_findMembers(
    const CSimdJSON_Document *_Nonnull document, uint32_t object, const uint8_t *_Nonnull names, uint32_t count,
    uint32_t *_Nonnull values) CSIMDJSON_NOEXCEPT;

/// Compares the decoded texts of two string nodes byte by byte: negative, zero or positive, as `memcmp`.
int CSimdJSON_compareStrings(
    const CSimdJSON_Document *_Nonnull document, uint32_t left, uint32_t right) CSIMDJSON_NOEXCEPT;

/// Whether the decoded text of a string node is exactly these bytes.
bool CSimdJSON_stringEquals(
    const CSimdJSON_Document *_Nonnull document, uint32_t string, const uint8_t *_Nullable text,
    size_t count) CSIMDJSON_NOEXCEPT;

/// Writes the decoded text of a string node, at most the node's `length` bytes, and returns how many.
size_t CSimdJSON_decodeString(
    const CSimdJSON_Document *_Nonnull document, uint32_t string, uint8_t *_Nonnull output) CSIMDJSON_NOEXCEPT;

/// The node at an index below `nodeCount`, valid until the document is read into again.
static inline const CSimdJSON_Node *_Nonnull CSimdJSON_node(
    const CSimdJSON_Document *_Nonnull document, uint32_t index) CSIMDJSON_NOEXCEPT {
    return document->nodes + index;
}

/// The first byte of a node, valid until the document is read into again.
static inline const uint8_t *_Nonnull CSimdJSON_text(
    const CSimdJSON_Document *_Nonnull document, const CSimdJSON_Node *_Nonnull node) CSIMDJSON_NOEXCEPT {
    return document->bytes + node->start;
}

#ifdef __cplusplus
}
#endif

#endif
