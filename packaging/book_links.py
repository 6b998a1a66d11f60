"""Adapts the links of the pages that differ in a book, so that the pages can be read in the repository as well.

A link out of docs/ leads into the repository, and a folder's README.md is its index. This is a preprocessor of
mdbook: it reads the context and the book as JSON from standard input and prints the book.
"""

import json
import posixpath
import re
import sys

REPOSITORY = "https://github.com/cwsat/cwsat/blob/main/"
LINK = re.compile(r"\]\(([^)\s:]+)\)")


def walk(items):
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter and chapter["path"]:
            mend(chapter)


def mend(chapter):
    folder = posixpath.dirname("docs/" + chapter["path"])

    def target(link):
        file, hash_sign, place = link.group(1).partition("#")
        path = posixpath.normpath(posixpath.join(folder, file))
        if file and not path.startswith("docs/"):
            return f"]({REPOSITORY}{path}{hash_sign}{place})"
        if posixpath.basename(file) == "README.md":
            return f"]({file.removesuffix('README.md')}index.md{hash_sign}{place})"
        return link.group(0)

    chapter["content"] = LINK.sub(target, chapter["content"])
    walk(chapter["sub_items"])


if len(sys.argv) > 1 and sys.argv[1] == "supports":
    sys.exit(0)
_, book = json.load(sys.stdin)
walk(book["items"])
json.dump(book, sys.stdout)
