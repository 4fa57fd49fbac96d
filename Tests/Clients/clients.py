"""Generates clients from Protocols/openapi.json, changes nothing in them, and has each order, be refused and sell against real services.

Each is compiled with what Debian has, since no other registry needs to be reached: Java with Jackson out of the generator's own jar,
Go without modules, TypeScript with the functions that Node.js has itself.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(ROOT / "Tests" / "Python"), str(ROOT / "Tests" / "HTTPCampaign")]

import environment  # noqa: E402
from pictures import png  # noqa: E402

DOCUMENT = ROOT / "Protocols" / "openapi.json"
JARS = ["/usr/share/java/httpmime.jar", "/usr/share/java/httpcore.jar", "/usr/share/java/jakarta-annotation-api.jar"]
# Seconds. Only a bound.
TIMEOUT = 300


def python():
    return environment.python(HERE, "clients")


def run(*command, cwd=None, **variables):
    """What a command writes; raises with all of it where it fails."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=os.environ | {name: str(value) for name, value in variables.items()},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT,
    )
    if done.returncode:
        raise AssertionError(f"{command[0]}: exit code {done.returncode}\n{done.stdout[-6000:]}{done.stderr[-6000:]}")
    return done.stdout


def jar():
    return run(python(), "-c", "import openapi_generator_cli as o, os; print(os.path.dirname(o.__file__))").strip() + "/openapi-generator.jar"


def generate(generator, output, *options):
    # One kind of collector and of compiler: the program lives for seconds.
    java = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar()]
    run(*java, "generate", "-i", DOCUMENT, "-g", generator, "-o", output, *options)


def with_python(folder):
    generate("python", folder / "client")
    return [python(), HERE / "python" / "main.py"], {"PYTHONPATH": folder / "client"}


def with_openapi_python_client(folder):
    generator = HERE / "openapi-python-client"
    run(
        python(), "-m", "openapi_python_client", "generate", "--path", DOCUMENT, "--output-path", folder / "client",
        "--config", generator / "config.yaml", "--fail-on-warning", PATH=f"{python().parent}:{os.environ['PATH']}",
    )
    return [python(), generator / "main.py"], {"PYTHONPATH": folder / "client"}


def with_java(folder):
    # Without openApiNullable it needs no library that Debian does not have.
    options = "library=native,openApiNullable=false,useJakartaEe=true,hideGenerationTimestamp=true"
    generate("java", folder / "client", f"--additional-properties={options}")
    path = ":".join([str(folder / "classes"), jar(), *JARS])
    sources = sorted((folder / "client" / "src" / "main").rglob("*.java"))
    run("javac", "-proc:none", "-nowarn", "-d", folder / "classes", "-cp", path, *sources, HERE / "java" / "Main.java")
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", path, "Main"], {}


def with_go(folder):
    # Otherwise the client refuses every answer with a member that a later version adds.
    generate("go", folder / "src" / "webgateway", "--additional-properties=disallowAdditionalPropertiesIfNotPresent=false")
    variables = {"GOPATH": folder, "GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": ROOT / ".build" / "clients" / "go"}
    run("go", "build", "-o", folder / "main", HERE / "go" / "main.go", **variables)
    return [folder / "main"], {}


def with_typescript(folder):
    generate("typescript-fetch", folder / "client", "--additional-properties=npmName=web-gateway-client")
    run("tsc", "-p", folder / "client")
    (folder / "program").mkdir()
    shutil.copy(HERE / "typescript" / "main.ts", folder / "program")
    run("tsc", "--strict", "--target", "es2020", "--module", "commonjs", "--lib", "es2020,dom", "main.ts", cwd=folder / "program")
    return ["node", folder / "program" / "main.js"], {}


CLIENTS = {
    "python": with_python,
    "openapi-python-client": with_openapi_python_client,
    "java": with_java,
    "go": with_go,
    "typescript": with_typescript,
}
# What makes and runs each, beside Python.
PROGRAMS = {"java": ["javac"], "go": ["go"], "typescript": ["tsc", "node"]}


def missing(name):
    return [program for program in ["java", *PROGRAMS.get(name, [])] if not shutil.which(program)]


def supply(scene):
    """More of what each client orders; the fruit of its refused order stays as it is."""
    body, headers = json.dumps({"changes": {"mango": 10}}).encode(), {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{scene.url}/api/juice/stock", body, headers, method="PATCH")) as answer:
        answer.read()


def life(name, scene):
    """Generates and compiles a client, and returns what it says of its order, its refusal and its product."""
    supply(scene)
    with tempfile.TemporaryDirectory(prefix="client-") as directory:
        folder = pathlib.Path(directory)
        command, variables = CLIENTS[name](folder)
        pictures = []
        for color in ((200, 60, 40), (40, 60, 200)):
            pictures.append(folder / f"{len(pictures)}.png")
            pictures[-1].write_bytes(png(8, 8, color))
        known = [scene.url, scene.known["identifier"], scene.known["secret"]]
        # Java and Go keep the picture that they read in a file of their own.
        return json.loads(run(*command, *known, *pictures, **variables, TMPDIR=folder))


def main():
    from stage import stage

    parser = argparse.ArgumentParser(prog="scripts/clients", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=f"of {', '.join(CLIENTS)} (default: all)")
    names = parser.parse_args().clients or list(CLIENTS)
    if unknown := [name for name in names if name not in CLIENTS]:
        parser.error(f"there is no client {unknown[0]}")
    python()
    with contextlib.ExitStack() as stack:
        scene = stack.enter_context(stage())
        for name in names:
            start = time.monotonic()
            print(f"{name}: {json.dumps(life(name, scene), ensure_ascii=False)} ({time.monotonic() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
