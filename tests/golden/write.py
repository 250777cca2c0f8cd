"""`python -m tests.golden.write`: write the golden playthroughs anew. Read the difference before you commit it."""

from __future__ import annotations

from tests.golden.playthrough import FOLDER, all_of_them


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = dict(all_of_them())
    for path in FOLDER.glob("*.txt"):
        if path not in wanted:
            path.unlink()
            print(f"removed {path.name}")
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
