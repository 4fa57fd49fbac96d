"""Containers: every path, option, port and library that their files name is there, and means the same in each of them."""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import unittest

import yaml

from gateway_process import gateway
from juice_process import PROGRAMS, ROOT, TIMEOUT, JuiceTest, free_port

FOLDER = ROOT / "deploy" / "container"
KUBERNETES = FOLDER / "kubernetes"
KUBECTL = shutil.which("kubectl")
CONTAINERFILE = (FOLDER / "Containerfile").read_text()
SERVICES = (ROOT / "deploy" / "services").read_text().split()
OURS = ("gateway", "web-gateway", *(f"{service}-service" for service in SERVICES))


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, check=False).stdout


def documents(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def commands_in(value):
    """Every list of words in what a file of YAML says that begins with a program of ours."""
    if isinstance(value, dict):
        for part in value.values():
            yield from commands_in(part)
    elif isinstance(value, list):
        if value and value[0] in OURS:
            yield value
        for part in value:
            yield from commands_in(part)


def manifests():
    return [document for path in sorted(KUBERNETES.rglob("*.yaml")) for document in documents(path)]


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if missing := [name for name in OURS if not (PROGRAMS / name).exists()]:
            raise unittest.SkipTest(f"not built: {missing}")

    def test_every_command_has_a_program_that_knows_its_subcommand_and_options(self):
        words = [json.loads(found) for found in re.findall(r"CMD (\[.*\])", CONTAINERFILE)]
        words += commands_in(documents(FOLDER / "compose.yaml"))
        words += [command for document in manifests() for command in commands_in(document)]
        self.assertGreater(len(words), 20)
        for command in words:
            with self.subTest(command):
                options = [word.split("=")[0] for word in command if word.startswith("--")]
                named = [word for word in command[1:] if re.fullmatch(r"[a-z]+", word)]
                parts = named[: {"context": 2, "call": 1}.get(named[0], 1) if named else 0]
                text = output(PROGRAMS / command[0], *parts, "--help")
                for part in parts:
                    self.assertNotIn("error:", text)
                    self.assertRegex(output(PROGRAMS / command[0], "--help"), rf"(?m)^  {parts[0]} ")
                known = set(re.findall(r"--[a-z-]+", text)) | {"--help"}
                self.assertEqual(set(options) - known, set())

    def test_a_service_that_is_named_is_one(self):
        for document in manifests():
            for command in commands_in(document):
                if "--to" in command:
                    self.assertIn(command[command.index("--to") + 1], SERVICES)
        targets = re.findall(r"^FROM jangteo AS (\w+)$", CONTAINERFILE, re.M)
        self.assertEqual(targets, [*SERVICES, "web"])
        self.assertEqual(re.findall(r'"--to", "(\w+)"', CONTAINERFILE), SERVICES)

    @unittest.skipUnless(shutil.which("dpkg") and shutil.which("readelf"), "not a Debian with binutils")
    def test_the_packages_of_the_image_are_those_whose_libraries_the_programs_name(self):
        needed = set()
        for name in OURS:
            needed |= set(re.findall(r"NEEDED.*\[(.+)\]", output("readelf", "-d", PROGRAMS / name)))
        # Swift's own are no package's, and are beside the programs in an image, as the patched libzmq is, which names libsodium.
        needed = (needed - {"libzmq.so.5"}) | {"libsodium.so.23"}
        found = output("dpkg", "-S", *(f"*-linux-gnu/{library}" for library in needed)).splitlines()
        packages = {line.partition(":")[0] for line in found}
        # They come with the base, and by what is listed.
        packages -= {"libc6", "libgcc-s1"}
        self.assertEqual(sorted(packages), (FOLDER / "libraries").read_text().split())


class Probes(JuiceTest):
    def test_every_probe_of_juice_succeeds_while_it_serves_and_fails_when_it_has_ended(self):
        (document,) = documents(KUBERNETES / "juice" / "statefulset.yaml")
        container = document["spec"]["template"]["spec"]["containers"][0]
        probes = [container[f"{name}Probe"]["exec"]["command"] for name in ("startup", "readiness", "liveness")]
        probes += [json.loads(found) for found in re.findall(r'HEALTHCHECK.* CMD (\[.*"juice".*\])', CONTAINERFILE)]
        self.assertEqual(len(probes), 4)
        service = self.start()
        end = lambda words: gateway(service, *(word.replace("/run/jangteo", str(service.run)) for word in words[1:])).returncode
        self.assertEqual([end(words) for words in probes], [0] * 4)
        service.stop()
        self.assertNotIn(0, [end(words) for words in probes])


class Files(unittest.TestCase):
    def test_what_is_copied_is_there_and_not_ignored(self):
        kept = {line[1:] for line in (FOLDER / "Containerfile.dockerignore").read_text().split() if line.startswith("!")}
        for path in kept:
            self.assertTrue((ROOT / path).exists(), path)
        named = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.M)
        for path in " ".join(named).split():
            if path != ".":
                self.assertTrue(any(path.rstrip("/").startswith(one) or one.startswith(path) for one in kept), path)

    def test_directories_are_the_same_everywhere(self):
        told = dict(re.findall(r"(JANGTEO_\w+_DIR)=(\S+)", CONTAINERFILE))
        made = re.findall(r'"\$image(/[\w/]+)"', (FOLDER / "assemble").read_text().rpartition("install -d -m 700")[2])
        self.assertLessEqual(set(told.values()), set(made))
        compose = documents(FOLDER / "compose.yaml")[0]
        for name, service in compose["services"].items():
            for volume in service["volumes"]:
                source, target = volume.split(":")[:2]
                self.assertIn(source, compose["volumes"], name)
                self.assertIn(target, made, name)
        user = re.search(r"^USER (\d+):\1$", CONTAINERFILE, re.M)[1]
        self.assertIn(f"user={user}\n", (FOLDER / "assemble").read_text())
        self.assertIn(f"uid={user},gid={user},mode=0700", compose["volumes"]["run"]["driver_opts"]["o"])
        self.assertEqual({service["user"] for service in compose["services"].values()}, {f"{user}:{user}"})

    def test_each_container_of_compose_is_closed(self):
        compose = documents(FOLDER / "compose.yaml")[0]
        self.assertEqual(list(compose["services"]), [*SERVICES, "web", "gateway"])
        for name, service in compose["services"].items():
            self.assertEqual((service["read_only"], service["cap_drop"]), (True, ["ALL"]), name)
            self.assertEqual(service["security_opt"], ["no-new-privileges:true"], name)
            self.assertIn("mem_limit", service, name)
            if name != "web":
                self.assertEqual(service["network_mode"], "none", name)
        port = re.search(r"^EXPOSE (\d+)$", CONTAINERFILE, re.M)[1]
        self.assertEqual(compose["services"]["web"]["ports"], [f"127.0.0.1:{port}:{port}"])
        self.assertIn(f'"--listen", "0.0.0.0:{port}"', CONTAINERFILE)


class BaseImages(unittest.TestCase):
    def test_what_comes_from_elsewhere_is_named_by_its_digest(self):
        images = re.findall(r"^ARG (?:SWIFT|DEBIAN)=(.+)$", CONTAINERFILE, re.M)
        for document in manifests():
            pod = document.get("spec", {}).get("template", {}).get("spec", {})
            images += [container["image"] for container in pod.get("containers", []) + pod.get("initContainers", []) if "image" in container]
        images = [image for image in images if image != "jangteo/jangteo"]
        self.assertGreater(len(images), 2)
        for image in images:
            self.assertRegex(image, r"^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$")
        # One without a digest at hand is named by who builds, and the build says so.
        self.assertEqual(re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M)[:3], ["${SWIFT}", "${DEBIAN}", "scratch"])
        self.assertRegex(CONTAINERFILE, r"(?m)^ARG SWIFT$")


class Environment(JuiceTest):
    @unittest.skipUnless(socket.has_dualstack_ipv6(), "no IPv6 here")
    def test_addresses_of_a_cluster_of_ipv6_are_listened_at_and_reached_as_kubernetes_writes_them(self):
        (document,) = documents(KUBERNETES / "juice" / "statefulset.yaml")
        command = document["spec"]["template"]["spec"]["containers"][0]["command"]
        ports = {"7101": free_port(), "7102": free_port()}
        words = []
        for word in command[2:]:
            if "$(POD_IP)" in word:
                option, _, endpoint = word.replace("$(POD_IP)", "::1").partition("=")
                words += [option, re.sub(r"\d+$", lambda port: str(ports[port[0]]), endpoint)]
        service = self.start(*words, "--insecure-loopback", "operate")
        context = f"juice=tcp://::1:{ports['7101']},tcp://::1:{ports['7102']}"
        added = gateway(service, "context", "add", "cluster", "--force", "--insecure", context)
        self.assertEqual(added.returncode, 0, added.stderr)
        ordered = gateway(service, "juice", "order", "kiwi", "--context", "cluster")
        self.assertEqual(ordered.returncode, 0, ordered.stderr)


class Manifests(unittest.TestCase):
    def test_every_file_is_named_by_a_kustomization_or_lies_where_one_is_looked_for(self):
        for path in KUBERNETES.rglob("kustomization.yaml"):
            document = documents(path)[0]
            named = [path.parent / one for one in document["resources"]]
            named += [path.parent / patch["path"] for patch in document.get("patches", [])]
            self.assertTrue(all(one.exists() for one in named), path)
            files = {one for one in path.parent.glob("*.yaml") if one != path}
            self.assertEqual(files, {one for one in named if one.suffix == ".yaml"})

    @unittest.skipUnless(KUBECTL, "kubectl is not installed")
    def test_as_a_whole_they_agree(self):
        done = subprocess.run(
            [KUBECTL, "kustomize", KUBERNETES], capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        things = list(yaml.safe_load_all(done.stdout))
        workloads = {thing["metadata"]["name"]: thing for thing in things if thing["kind"] in ("StatefulSet", "Deployment")}
        self.assertEqual(sorted(workloads), sorted([*SERVICES, "web"]))
        for thing in things:
            if thing["kind"] != "Service":
                continue
            name = thing["metadata"]["name"]
            pods = workloads[name]["spec"]["template"]
            self.assertLessEqual(thing["spec"]["selector"].items(), pods["metadata"]["labels"].items())
            ports = {port["name"]: port["containerPort"] for port in pods["spec"]["containers"][0]["ports"]}
            self.assertEqual({port["targetPort"] for port in thing["spec"]["ports"]}, set(ports), name)
            text = " ".join(pods["spec"]["containers"][0]["command"])
            self.assertEqual({int(port) for port in re.findall(r"\$\(POD_IP\):(\d+)", text)}, set(ports.values()), name)
        for name, workload in workloads.items():
            self.check_pod(name, workload["spec"])

    def check_pod(self, name, workload):
        pod = workload["template"]["spec"]
        volumes = {volume["name"] for volume in pod["volumes"]}
        volumes |= {claim["metadata"]["name"] for claim in workload.get("volumeClaimTemplates", [])}
        self.assertTrue(pod["securityContext"]["runAsNonRoot"], name)
        for container in pod["containers"] + pod["initContainers"]:
            self.assertLessEqual({mount["name"] for mount in container["volumeMounts"]}, volumes, name)
            self.assertTrue(container["securityContext"]["readOnlyRootFilesystem"], name)
            self.assertIn("memory", container["resources"]["limits"], name)
            places = [pathlib.PurePosixPath(mount["mountPath"]) for mount in container["volumeMounts"]]
            told = [entry["value"] for entry in container.get("env", []) if "value" in entry]
            told += re.findall(r"[:=](/[a-z][\w/.]*)|ipc://(/\S+)", " ".join(container["command"]))
            for path in ("".join(one) for one in told):
                self.assertTrue(any(pathlib.PurePosixPath(path).is_relative_to(place) for place in places), (name, path))
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            self.assertIn(probe, pod["containers"][0], name)


if __name__ == "__main__":
    unittest.main()
