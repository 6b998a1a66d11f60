"""Checks every link of the book that mdbook wrote: the file, and the anchor in it. Links to the web are only counted.

    python3 packaging/check_book.py target/book
"""

import html.parser
import pathlib
import sys
import urllib.parse

PAGE_OF_PAGES = {"print.html", "toc.html", "404.html"}  # made by mdbook from the others


class Page(html.parser.HTMLParser):
    """A page: its links, and the anchors that links can lead to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id":
                self.places.add(value)


def main(folder):
    pages = {path.resolve(): Page(path.read_text()) for path in folder.rglob("*.html")}
    inside = outside = 0
    broken = []
    for path, page in pages.items():
        if path.name in PAGE_OF_PAGES:
            continue
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme:
                outside += 1
                continue
            inside += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            place = urllib.parse.unquote(parts.fragment)
            if not target.is_file():
                broken.append(f"{path.relative_to(folder.resolve())}: there is no {link}")
            elif place and place not in pages[target].places:
                broken.append(f"{path.relative_to(folder.resolve())}: {parts.path} has no place #{place}")
    print("\n".join(broken) or f"{inside} links inside the book lead somewhere; {outside} lead out of it")
    return 1 if broken or inside < 100 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
