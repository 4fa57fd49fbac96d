"""Workers that share a stream over a replicated database: who is harmed, and what is held to the promises of one history."""
