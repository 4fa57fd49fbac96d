"""Sends every vector of Protocols/vectors that is market-service's to a fresh one."""

import unittest

from golden_vectors import GoldenVectors
from market_process import MarketTest
from protocol_files import vectors


class Vectors(GoldenVectors, MarketTest):
    vectors = vectors("market")


if __name__ == "__main__":
    unittest.main()
