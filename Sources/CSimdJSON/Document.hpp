// The two growing buffers of a document, and the order of its strings.

#pragma once

#include "CSimdJSON.h"

namespace document {

/// Copies a text in, followed by `padding` zero bytes. False when there is no memory.
bool assign(CSimdJSON_Document &document, const uint8_t *bytes, uint32_t count, size_t padding) noexcept;

/// Makes room for so many nodes in all; those of the text before are gone. False when there is no memory.
bool reserveNodes(CSimdJSON_Document &document, size_t count) noexcept;

/// Order by the bytes of the decoded text.
int compare(const CSimdJSON_Document &document, const CSimdJSON_Node &left, const CSimdJSON_Node &right) noexcept;

/// Whether the decoded text of a string is exactly these bytes.
bool equals(const CSimdJSON_Document &document, const CSimdJSON_Node &node, const uint8_t *text, size_t count) noexcept;

}  // namespace document
