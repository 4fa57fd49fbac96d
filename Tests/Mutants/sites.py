"""Where a Swift file can be changed by a rule: a condition negated, a statement left out, a comparison or a constant another."""

import dataclasses
import re

import tree_sitter
import tree_sitter_swift

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language()))
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&",
}
COMPARISONS = {"comparison_expression", "equality_expression"}
BINARY = COMPARISONS | {"conjunction_expression", "disjunction_expression"}
CONDITIONAL = {"if_statement", "guard_statement", "while_statement"}
# What has a value only because it is the one statement of its block.
BLOCKS_WITH_VALUE = {"lambda_literal", "computed_property", "computed_getter"}
# Inside of these a call is not possible, or a literal is part of a name.
FIXED = {
    "switch_pattern", "attribute", "enum_entry", "navigation_suffix", "availability_condition", "import_declaration",
    "type_arguments",
}

# What the grammar takes for a call, and calls that are a value or without which nothing builds.
NO_STATEMENTS = ("defer", ".", "!", "self.init", "super.init", "self =")


@dataclasses.dataclass(frozen=True)
class Site:
    file: str
    start: int
    end: int
    rule: str
    old: str
    new: str

    def switched(self, number):
        """Both in one: what the switch is asked for while the program runs says which of them is at work."""
        if self.rule == "statement left out":
            return f"if !isMutant({number}) {{ {self.old} }}"
        return f"(isMutant({number}) ? {self.new} : {self.old})"

    def overlaps(self, other):
        return self.file == other.file and self.start < other.end and other.start < self.end


def sites(file, source):
    """Every site of a file, in order."""
    # The grammar takes `unsafe` for a name. Blanks in its place leave every position as it is.
    parsed = PARSER.parse(re.sub(rb"\bunsafe (?=[\w(.!&\[])", b"       ", source))
    found = []

    def text(node):
        return source[node.start_byte:node.end_byte].decode()

    def add(node, rule, new, start=None):
        start = node.start_byte if start is None else start
        old = source[start:node.end_byte].decode()
        if rule != "statement left out":
            # These cannot stand within a choice, but before it.
            while word := re.match(r"(try|await) ", old):
                start, old, new = start + word.end(), old[word.end():], new.replace(word[0], "", 1)
            if re.search(r"\b(try|await) ", old):
                return
        found.append(Site(file, start, node.end_byte, rule, old, new))

    def visit(node):
        if node.type in FIXED or node.type == "ERROR":
            return
        if not node.has_error:
            if node.type in BINARY or node.type == "infix_expression":
                comparison(node)
            elif node.type == "integer_literal":
                # In brackets, or `64 << 20 + 1` would be shown where `64 << 21` is tried.
                add(node, "constant", "0" if text(node) == "1" else f"({text(node)} + 1)" if text(node) != "0" else "1")
            elif node.type == "boolean_literal":
                add(node, "constant", "false" if text(node) == "true" else "true")
            elif node.type == "ternary_expression":
                negation(node.child_by_field_name("condition"))
        if node.type in CONDITIONAL:
            for condition in conditions(node):
                negation(condition)
        if node.type == "statements":
            for statement in node.named_children:
                removal(node, statement)
        for child in node.children:
            visit(child)

    def comparison(node):
        operator = node.children[1] if len(node.children) == 3 else None
        # The grammar takes `a != .b && c`, and now and then `a != b && c`, for `a != (b && c)`.
        is_torn = "junction" in node.type and (node.parent.type in COMPARISONS or re.match(r"[.\d]|nil\b", text(node)))
        # Nor does it know that `a & b == c` is `(a & b) == c`.
        is_torn = is_torn or node.parent.type == "bitwise_operation"
        if operator and text(operator) in OPERATORS and not is_torn:
            left, right = (source[a:b].decode() for a, b in (
                (node.start_byte, operator.start_byte), (operator.end_byte, node.end_byte),
            ))
            add(node, "operator", left + OPERATORS[text(operator)] + right)

    def negation(node):
        # The negation of an equality is the other operator.
        if node and not node.has_error and node.type != "equality_expression":
            bare = node.type == "prefix_expression" and text(node).startswith("!")
            add(node, "condition negated", text(node)[1:] if bare else f"!({text(node)})")

    def removal(block, node):
        if node.has_error or node.type not in ("call_expression", "try_expression", "assignment"):
            return
        if is_value(block):
            return
        # Without it the value would be incomplete, which does not build.
        function = block.parent and block.parent.parent
        if node.type == "assignment" and (function and function.type == "init_declaration" or "_ =" in text(node)):
            return
        if text(node).startswith(NO_STATEMENTS):
            return
        start = node.start_byte
        if source[:start].endswith(b"unsafe "):
            start -= len(b"unsafe ")
        add(node, "statement left out", "", start)

    visit(parsed.root_node)
    return sorted(found, key=lambda site: (site.start, site.end))


def is_value(block):
    """Whether a block is one expression whose value is used: then nothing can be left out of it."""
    parent = block.parent
    if len([one for one in block.named_children if "comment" not in one.type]) != 1 or not parent:
        return False
    if parent.type == "function_body":
        return any(one.type == "->" for one in parent.parent.children)
    branching = {"switch_entry": parent.parent, "if_statement": parent}.get(parent.type)
    if branching:
        return branching.parent.type != "statements" or is_value(branching.parent)
    return parent.type in BLOCKS_WITH_VALUE


def conditions(node):
    """The conditions between the commas that are an expression each, and bind nothing."""
    groups = [[]]
    for child in node.children[1:]:
        if child.type in ("{", "else"):
            break
        if child.type == ",":
            groups.append([])
        else:
            groups[-1].append(child)
    return [group[0] for group in groups if len(group) == 1 and group[0].is_named]
