"""Prints the licences of everything that is linked into the program or the Python module, which they require for its distribution.

    python3 packaging/notices.py > target/manual/third_party_licences.txt

From `cargo metadata`, for the current platform: each crate with its version and licence, then its licence files,
and those of the CaDiCaL in `cadical-sys`. A text that several crates share is printed once.
"""

import json
import pathlib
import subprocess

LICENCE_FILES = ("LICEN[CS]E*", "COPYING*", "NOTICE*", "cadical/LICENSE*")


def linked_packages():
    """Returns all packages in the program and the module, except the project itself and those that only the build uses."""
    tree = cargo("tree", "--package=cwsat", "--package=cwsat-python", "--edges=normal,no-proc-macro", "--prefix=none", "--no-dedupe", "--format={p}")
    linked = {tuple(line.split()[:2]) for line in tree.splitlines()}
    packages = json.loads(cargo("metadata", "--format-version=1"))["packages"]
    linked = [package for package in packages if (package["name"], "v" + package["version"]) in linked]
    linked = [package for package in linked if package["source"]]
    return sorted(linked, key=lambda package: (package["name"], package["version"]))


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments, "--locked"], capture_output=True, check=True, text=True).stdout


def main():
    texts = {}
    print("cwsat contains the following third-party works.\n")
    for package in linked_packages():
        name = f"{package['name']} {package['version']}"
        print(f"{name}: {package['license']}")
        folder = pathlib.Path(package["manifest_path"]).parent
        files = sorted({path for pattern in LICENCE_FILES for path in folder.glob(pattern) if path.is_file()})
        for path in files:
            texts.setdefault(path.read_text(errors="replace").strip(), []).append(f"{name}, {path.relative_to(folder)}")
    for text, places in texts.items():
        print("\n" + "=" * 100 + "\n" + "\n".join(places) + "\n" + "=" * 100 + "\n\n" + text)


main()
