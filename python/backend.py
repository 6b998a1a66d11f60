"""Builds the wheel, for `pip install .` (PEP 517) and `packaging/check wheel`.

maturin makes wheels with a module or with a program. This project's has both, so here the program is built first and put where
maturin takes a wheel's scripts from (`data` in pyproject.toml); the rest is maturin's.

    python3 python/backend.py [PROFILE]     # only the program, before `maturin build --profile PROFILE`
"""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DATA = ROOT / "target/wheel_data"
LICENCES = ROOT / "target/manual/third_party_licences.txt"


def stage(profile="release"):
    """Builds the program and puts it, stripped if that is possible, into the folder of the wheel's data."""
    # With both packages selected, their dependencies have the same features for both, so the library is compiled once.
    packages = ["--package", "cwsat", "--package", "cwsat-python", "--bin", "cwsat"]
    subprocess.run(["cargo", "build", "--locked", *packages, "--profile", profile], cwd=ROOT, check=True)
    name = "cwsat.exe" if os.name == "nt" else "cwsat"
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    scripts = DATA / "scripts"
    scripts.mkdir(parents=True, exist_ok=True)
    shutil.copy(target / ("debug" if profile == "dev" else profile) / name, scripts / name)
    if os.name != "nt" and shutil.which("strip"):
        subprocess.run(["strip", scripts / name], check=True)


def notices():
    """Writes the licences of what is linked into the wheel."""
    LICENCES.parent.mkdir(parents=True, exist_ok=True)
    script = [sys.executable, ROOT / "packaging/notices.py"]
    LICENCES.write_bytes(subprocess.run(script, cwd=ROOT, check=True, capture_output=True).stdout)


def get_requires_for_build_wheel(config_settings=None):
    import maturin

    return maturin.get_requires_for_build_wheel(config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    import maturin

    DATA.mkdir(parents=True, exist_ok=True)
    notices()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    import maturin

    notices()
    stage()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def get_requires_for_build_sdist(config_settings=None):
    import maturin

    return maturin.get_requires_for_build_sdist(config_settings)


def build_sdist(sdist_directory, config_settings=None):
    import maturin

    notices()
    DATA.mkdir(parents=True, exist_ok=True)
    return maturin.build_sdist(sdist_directory, config_settings)


if __name__ == "__main__":
    stage(*sys.argv[1:])
