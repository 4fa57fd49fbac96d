"""Settings of the databases that somebody changes while workers write, and sets right again."""

# What makes a commit mean less than it did. Rows are not lost by that as long as nothing else happens.
WEAKENED = (("synchronous_commit", "off"), ("synchronous_commit", "local"), ("synchronous_standby_names", ""), ("fsync", "off"))


class Settings:
    """The settings of the primary, by what stands above Patroni's own."""

    def __init__(self, databases):
        self._databases = databases

    def weaken(self, name, value):
        self._change(f"ALTER SYSTEM SET {name} = '{value}'")

    def restore(self, name):
        self._change(f"ALTER SYSTEM RESET {name}")
        # Also at a server that has become the primary meanwhile, and on files that were copied from the former one.
        self._databases.wait_until_whole()

    def _change(self, statement):
        self._databases.tell(statement, "SELECT pg_reload_conf()")
