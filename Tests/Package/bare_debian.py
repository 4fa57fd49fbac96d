"""A folder with nothing but Debian in it, where packages are installed and units are started as systemd would start them."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Python"))

from service_manager import Manager  # noqa: E402

MIRROR = "http://deb.debian.org/debian"
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/root"}
# Directories that a unit has systemd make, and where.
DIRECTORIES = {"Runtime": "run", "State": "var/lib", "Cache": "var/cache", "Logs": "var/log"}


def make_base(folder):
    """Has debootstrap fill a folder with the smallest Debian 12, unless it has already."""
    if not (folder / "etc/debian_version").exists():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", part, MIRROR], check=True, stdout=subprocess.DEVNULL)
        part.rename(folder)


class Unit:
    """One process, started as its unit says. It is ready when this returns; `output` has what it wrote."""

    def __init__(self, debian, name):
        template, _, instance = name.partition("@")
        path = debian.root / "lib/systemd/system" / (f"{template}@.service" if instance else f"{name}.service")
        self._text = path.read_text().replace("%i", instance)
        user = self._value("User")
        for kind, parent in DIRECTORIES.items():
            for directory in self._values(f"{kind}Directory"):
                place, mode = f"/{parent}/{directory}", self._value(f"{kind}DirectoryMode")
                debian.run("install", "-d", "-m", mode, "-o", user, "-g", user, place)
        for command in self._values("ExecStartPre"):
            # Here nothing is mounted for a service that would have to be left.
            debian.run(*command.removeprefix("+/usr/bin/nsenter --target 1 --mount ").split())
        variables = dict(word.split("=", 1) for line in self._values("Environment") for word in line.split())
        for file in self._values("EnvironmentFile"):
            if (path := debian.root / file.lstrip("-/")).exists():
                variables.update(line.split("=", 1) for line in path.read_text().splitlines() if line)
        command = re.sub(r"\$(\w+)", lambda word: variables.get(word[1], ""), self._value("ExecStart")).split()
        self._log = debian.root.with_suffix(f".{name}.log")
        notifies = self._value("Type") == "notify"
        manager = Manager(f"@{debian.root}/{name}") if notifies else None
        if manager:
            variables["NOTIFY_SOCKET"] = manager.name
        with open(self._log, "w") as log:
            self.process = subprocess.Popen(
                ["chroot", f"--userspec={user}:{user}", debian.root, *command],
                env=ENVIRONMENT | variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        if manager:
            try:
                manager.until("READY")
            except TimeoutError:
                self.process.kill()
                raise AssertionError(f"{name} is not ready: {self.output}") from None
            finally:
                manager.close()

    def _values(self, name):
        return re.findall(rf"^{name}=(.*)$", self._text, re.M)

    def _value(self, name):
        return self._values(name)[-1]

    @property
    def output(self):
        return self._log.read_text()

    def stop(self):
        """Ends it as systemd does; its exit code."""
        self.process.terminate()
        return self.process.wait(60)


class BareDebian:
    """A copy of the base, which goes when it is closed."""

    def __init__(self, base, root):
        self.root = root
        self.units = {}
        subprocess.run(["cp", "-a", "--reflink=auto", base, root], check=True)
        subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)

    def run(self, *command, code=0):
        """What a command says, with nobody there whom it could ask."""
        result = subprocess.run(
            ["chroot", self.root, *command], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=600,
        )
        assert result.returncode == code, f"{command}: exit code {result.returncode}\n{result.stdout}"
        return result.stdout

    def follow(self, *command, stdout=subprocess.PIPE):
        """A command that goes on, and whose lines can be read."""
        return subprocess.Popen(
            ["chroot", self.root, *command], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=stdout,
            stderr=None if stdout == subprocess.PIPE else subprocess.STDOUT, text=True,
        )

    def install(self, package):
        shutil.copy(package, self.root / "root")
        return self.run("apt-get", "install", "-y", "--no-install-recommends", f"/root/{package.name}")

    def start(self, *names):
        for name in names:
            self.units[name] = Unit(self, name)

    def stop(self):
        """Ends all that was started, and returns their exit codes."""
        codes = {name: unit.stop() for name, unit in self.units.items()}
        self.units.clear()
        return codes

    def owner_and_mode(self, path):
        return self.run("stat", "-c", "%U %a", path).strip()

    def close(self):
        self.stop()
        subprocess.run(["umount", self.root / "proc"], check=True)
        shutil.rmtree(self.root)
