"""The files in deploy/: valid, true to the program, and the same as in the documentation."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types
from scripts.programs import PROMTOOL

from tests.needs import needs
from weatherdeck.cli import commands
from weatherdeck.table.web.metrics import Metrics

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def parse_serve(words: list[str]) -> Any:
    """The options of `weatherdeck serve`; a word that it does not know ends the test."""
    assert words[0] == "serve"
    return commands.parser(words).parse_args(words)


# ---------------------------------------------------------------- documentation
@pytest.mark.parametrize(("name", "language"), [("nginx.conf", "nginx"), ("Caddyfile", "caddy")])
def test_the_documented_proxy_configurations_are_the_tested_ones(name: str, language: str) -> None:
    blocks = re.findall(rf"```{language}\n(.*?)```", HOSTING, re.DOTALL)
    assert blocks == [read(name)]


def test_the_documentation_names_every_file() -> None:
    for path in DEPLOY.iterdir():
        assert f"deploy/{path.name}" in HOSTING, path.name


def test_the_commands_of_the_documentation_exist() -> None:
    lines = re.findall(r"(?m)^(?:sudo )?(?:/opt/weatherdeck/bin/)?(weatherdeck (?:serve|admin|verify) .*)$", HOSTING)
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line.partition("  #")[0])[1:]
        commands.parser(words).parse_args(words)


# ---------------------------------------------------------------- monitoring
def metric_names() -> set[str]:
    """Every name that the metrics page can have."""
    names = set()
    for family in Metrics().registry.collect():
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(family.type, [""])
        names |= {family.name + ending for ending in endings}
    return names


@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
def test_every_metric_that_is_watched_exists(name: str) -> None:
    used = set(re.findall(r"\bweatherdeck_\w+", read(name)))
    assert len(used) > 8
    assert not used - metric_names()


def test_every_metric_is_on_the_dashboard() -> None:
    shown = read("dashboard.json")
    stems = {re.sub("_(bucket|count|sum)$", "", name) for name in metric_names()}
    assert not {stem for stem in stems if stem not in shown}


def test_labels_that_are_watched_exist() -> None:
    from weatherdeck.table.play.pool import WorkKind
    from weatherdeck.table.store.store import Store

    text = read("alerts.yml") + json.dumps(json.loads(read("dashboard.json"))).replace('\\"', '"')
    assert set(re.findall(r'operation="(\w+)"', text)) <= set(dir(Store))
    assert set(re.findall(r'kind="(\w+)"', text)) <= {kind.label for kind in WorkKind}


def test_alerts_say_what_to_do() -> None:
    rules = [rule for group in yaml.safe_load(read("alerts.yml"))["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 8
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"].endswith(".")


@needs(PROMTOOL)
def test_prometheus_accepts_the_rules() -> None:
    done = subprocess.run(
        [str(PROMTOOL.find()), "check", "rules", DEPLOY / "alerts.yml"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_dashboard_has_panels_with_queries() -> None:
    dashboard = json.loads(read("dashboard.json"))
    assert dashboard["title"] == "weatherdeck"
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(ids)) == len(ids)
    for panel in dashboard["panels"]:
        assert panel["targets"]
        assert all(target["expr"] for target in panel["targets"])


# ---------------------------------------------------------------- containers
def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile."""
    text = re.sub(r"(?m)^\s*#.*\n", "", read("Containerfile")).replace("\\\n", " ")
    return [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]  # type: ignore[misc]  # pairs


def test_the_container_has_two_stages_and_runs_without_root() -> None:
    names = [name for name, _ in instructions()]
    assert names.count("FROM") == 2
    last = len(names) - 1 - names[::-1].index("FROM")
    final = instructions()[last:]
    (user,) = [value for name, value in final if name == "USER"]
    assert user.isdigit()
    assert int(user) >= 1000
    assert [name for name, _ in final].index("USER") < [name for name, _ in final].index("ENTRYPOINT")
    assert any(name == "HEALTHCHECK" and "/healthz" in value for name, value in final)
    assert "pip" not in " ".join(value for name, value in final if name == "RUN"), (
        "nothing is installed in the last stage"
    )
    assert "ADD" not in names


def test_base_images_are_named_with_a_version_and_without_a_registry() -> None:
    compose = yaml.safe_load(read("compose.yml"))
    bases = [value.split()[0] for name, value in instructions() if name == "FROM"]
    bases.append(compose["services"]["database"]["image"])
    for base in bases:
        assert re.fullmatch(r"[a-z]+:\d[\w.-]*", base), base


def test_the_containers_options_are_those_of_the_program() -> None:
    (entry,) = [json.loads(value) for name, value in instructions() if name == "ENTRYPOINT"]
    assert entry[0] == "weatherdeck"
    options = parse_serve(entry[1:])
    assert (options.host, options.open, options.log) == ("0.0.0.0", False, "json")  # inside the container
    compose = yaml.safe_load(read("compose.yml"))
    for name in ("first", "second"):
        options = parse_serve([*entry[1:], *compose["services"][name]["command"]])
        assert options.store.startswith("postgresql://"), "the last one counts"
        assert options.metrics


def test_the_composition_is_locked_down() -> None:
    services = yaml.safe_load(read("compose.yml"))["services"]
    for name in ("first", "second"):
        service = services[name]
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert all(port.startswith("127.0.0.1:") for port in service["ports"]), "the proxy is the only way in"
        assert not any("9712" in port for port in service["ports"]), "metrics are not published"
    assert "ports" not in services["database"]
    assert services["first"]["ports"] != services["second"]["ports"]
    password = re.findall(r"(?im)password:? *(.*)$", read("compose.yml"))
    assert all(
        "${POSTGRES_PASSWORD" in one or one in ("into a file named .env beside this one:", "=...") for one in password
    )


# ---------------------------------------------------------------- systemd
def test_the_units_options_are_those_of_the_program() -> None:
    (start,) = re.findall(r"(?m)^ExecStart=(.*)$", read("weatherdeck@.service"))
    settings = dict(re.findall(r"(?m)^(WEATHERDECK_\w+)=(.*)$", read("weatherdeck.conf")))
    filled = start.replace("%i", "8712").replace("${WEATHERDECK_STORE}", settings["WEATHERDECK_STORE"])
    filled = filled.replace("$WEATHERDECK_OPTIONS", settings["WEATHERDECK_OPTIONS"])
    options = parse_serve(shlex.split(filled)[1:])
    assert (options.port, options.prefix) == (8712, "/cards")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit_and_finds_it_hardened(tmp_path: Path) -> None:
    program = tmp_path / "weatherdeck"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "weatherdeck@8712.service"
    unit.write_text(read("weatherdeck@.service").replace("/opt/weatherdeck/bin/weatherdeck", str(program)))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    wrong = [line for line in checked.stderr.splitlines() if line.startswith(unit.name)]
    assert not wrong
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)]
    exposed = subprocess.run(command, capture_output=True, text=True)
    if "Unknown" in exposed.stderr or "unrecognized" in exposed.stderr:
        pytest.skip("this systemd-analyze cannot check files")
    assert exposed.returncode == 0, exposed.stdout[-500:]
