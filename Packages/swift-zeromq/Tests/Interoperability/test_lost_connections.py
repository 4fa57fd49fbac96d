"""What was sent was received, refused, or lost with a connection whose end was told of, wherever connections are cut."""

import unittest

from flood import PATTERNS, flood

COUNT = 15_000


class LostConnections(unittest.TestCase):
    def test_the_sum_is_right_wherever_connections_are_cut(self):
        cuts = 0
        for pattern in PATTERNS:
            for seed in range(3):
                with self.subTest(pattern, seed=seed):
                    outcome = flood(pattern, COUNT, seed, longest=150_000)
                    # A subscriber is not there from the beginning.
                    mistakes = outcome.mistakes(COUNT, may_miss_the_beginning=pattern == "pub-sub")
                    self.assertEqual(mistakes, [], outcome)
                    cuts += outcome.cuts
        self.assertGreater(cuts, 20)

    def test_nothing_is_lost_where_no_connection_ends(self):
        for pattern in PATTERNS:
            with self.subTest(pattern):
                outcome = flood(pattern, COUNT)
                self.assertEqual(outcome.mistakes(COUNT, may_miss_the_beginning=False), [], outcome)
                self.assertEqual(outcome.lost, 0, outcome)


if __name__ == "__main__":
    unittest.main()
