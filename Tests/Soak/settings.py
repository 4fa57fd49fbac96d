"""How long things are kept in a run of some length, so that all of them grow old within it."""

# Seconds. Kills are far shorter than that, so a repeat always finds the key of what was done.
SHORTEST_MEMORY = 20.0
BACKUP_INTERVAL = 600.0
RESTART_INTERVAL = 300.0


class Settings:
    """Made of the seconds that a run takes."""

    def __init__(self, seconds, exposition):
        self.seconds = seconds
        self.remembered = min(3_600.0, max(SHORTEST_MEMORY, seconds / 12))
        hours = f"{self.remembered / 3_600:.5f}"
        keys = f"--retain-hours {hours} --retain-events {max(200, int(5 * self.remembered))}"
        self.options = {
            # At this level each write is a line, so that logs grow as they do for callers over TCP.
            "juice": f"{keys} --log-level debug",
            "expo": f"--retain-events 200 --data {exposition}",
            "market": keys,
        }
        self.sample_interval = min(10.0, max(0.5, seconds / 720))
        self.backup_interval = min(BACKUP_INTERVAL, seconds / 3)
        self.reload_interval = min(60.0, max(2.0, seconds / 60))
        self.restart_interval = min(RESTART_INTERVAL, seconds / 2.5)

    @property
    def forgets(self):
        """Whether keys are old enough to be forgotten well before the end."""
        return self.seconds >= 3 * self.forgotten_after

    @property
    def forgotten_after(self):
        """Seconds after which a key is forgotten at the latest: a sixteenth more, and what is seen every ten seconds."""
        return self.remembered * 17 / 16 + 40
