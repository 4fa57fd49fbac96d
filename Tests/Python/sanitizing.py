"""What a test has to know when scripts/sanitize runs it."""

import os
import unittest

# `address` or `thread`, or nothing.
SANITIZER = os.environ.get("JANGTEO_SANITIZER")

measures_memory = unittest.skipIf(SANITIZER, "it needs a bound on memory, most of which is the sanitizer's now")
