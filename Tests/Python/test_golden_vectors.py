"""Sends every vector of Protocols/vectors that is juice-service's to a fresh one."""

import unittest

from golden_vectors import GoldenVectors
from juice_process import JuiceTest
from protocol_files import VECTORS


class Vectors(GoldenVectors, JuiceTest):
    vectors = VECTORS


if __name__ == "__main__":
    unittest.main()
