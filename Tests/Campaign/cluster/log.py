"""What the log itself must be: rows without a hole, terms that never fall, and one writer in each."""

from checker import LOST, WRONG


def findings(ask, stream):
    """`ask` returns the rows of a query as lists of texts."""
    of = f"FROM jangteo.log WHERE stream = '{stream}'"
    ((count, first, last),) = ask(f"SELECT count(*), min(position), max(position) {of}")
    if int(count) == 0:
        yield LOST, "the log has no rows"
        return
    if int(count) != int(last) - int(first) + 1:
        yield LOST, f"the log has {count} rows between {first} and {last}"
    fallen = ask(
        f"SELECT position FROM (SELECT position, term, lag(term) OVER (ORDER BY position) AS before {of}) r"
        " WHERE term < before"
    )
    if fallen:
        yield WRONG, f"terms fall at {fallen[:3]}"
    shared = ask(f"SELECT term {of} GROUP BY term HAVING count(DISTINCT writer) > 1")
    if shared:
        yield WRONG, f"terms with two writers: {shared[:3]}"
