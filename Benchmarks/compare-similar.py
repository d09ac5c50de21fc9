#!/usr/bin/env python3
"""Compares the stage `similar` with imagehash and czkawka, on copies of your own photographs.

    compare-similar.py SHOTFLOW PHOTOS WORK

SHOTFLOW is the program, PHOTOS a folder of photographs, WORK an empty folder for the copies. Needs
the Python packages pillow, imagehash and czkawka (0.1.2). Prints two tables in Markdown.

Of each photograph there are copies that were scaled, compressed, cropped, edited, turned and
mirrored. A program gets them all at once and makes groups. A copy is found if it is in the group
of its photograph; a pair of a group is right if both are of one photograph. Photographs that look
alike themselves, as imagehash has it, would count as wrong, so the first of them alone takes part.
"""

import json
import os
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import imagehash
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps

SIDE = 1600


def cropped(picture, share):
    width, height = picture.size
    x, y = round(width * share / 2), round(height * share / 2)
    return picture.crop((x, y, width - x, height - y))


def captioned(picture):
    made = picture.copy()
    height = made.height // 12
    ImageDraw.Draw(made).rectangle((0, made.height - height, made.width, made.height), "white")
    return made


def scaled(picture, share):
    return picture.resize((max(1, round(picture.width * share)), max(1, round(picture.height * share))))


# name: (how it is made, the suffix, options of saving)
COPIES = {
    "half the size": (lambda p: scaled(p, 0.5), ".jpg", {"quality": 90}),
    "a tenth of the size": (lambda p: scaled(p, 0.1), ".jpg", {"quality": 90}),
    "JPEG of quality 20": (lambda p: p, ".jpg", {"quality": 20}),
    "PNG": (lambda p: p, ".png", {}),
    "grey": (lambda p: p.convert("L"), ".jpg", {"quality": 90}),
    "brighter by a quarter": (lambda p: ImageEnhance.Brightness(p).enhance(1.25), ".jpg", {}),
    "more contrast": (lambda p: ImageEnhance.Contrast(p).enhance(1.3), ".jpg", {}),
    "blurred": (lambda p: p.filter(ImageFilter.GaussianBlur(3)), ".jpg", {}),
    "with a white stripe below": (captioned, ".jpg", {}),
    "cropped by 4 %": (lambda p: cropped(p, 0.04), ".jpg", {}),
    "cropped by 10 %": (lambda p: cropped(p, 0.10), ".jpg", {}),
}
POSES = {
    "turned by a quarter": (lambda p: p.transpose(Image.Transpose.ROTATE_90), ".jpg", {}),
    "upside down": (lambda p: p.transpose(Image.Transpose.ROTATE_180), ".jpg", {}),
    "mirrored": (lambda p: p.transpose(Image.Transpose.FLIP_LEFT_RIGHT), ".jpg", {}),
}


def photographs(folder):
    """Pictures of which no two look alike in any pose, with orientation applied."""
    seen = []
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix.lower() not in (".jpg", ".jpeg") or path.stat().st_size < 20_000:
            continue
        try:
            with Image.open(path) as file:
                picture = ImageOps.exif_transpose(file).convert("RGB")
        except Exception:
            continue
        if min(picture.size) < 200:
            continue
        picture.thumbnail((SIDE, SIDE))
        poses = [picture.rotate(angle, expand=True) for angle in (0, 90, 180, 270)]
        poses += [ImageOps.mirror(pose) for pose in poses]
        hashes = [(imagehash.phash(pose), imagehash.dhash(pose)) for pose in poses]
        if any(p - q <= 14 and d - e <= 14 for q, e in seen for p, d in hashes):
            continue
        seen.append(hashes[0])
        yield picture


def make(photos, work, copies):
    """Writes the copies; answers for each path its photograph and the kind of copy."""
    known = {}
    for number, picture in enumerate(photos):
        for place, (kind, (change, suffix, options)) in enumerate(
            [("photograph", (lambda p: p, ".jpg", {"quality": 92}))] + list(copies.items())
        ):
            path = work / f"{number:04d}-{place:02d}{suffix}"
            change(picture).save(path, **options)
            known[path.name] = (number, kind)
    return known


def by_shotflow(program, folder, options):
    rule = folder.parent / "similar.lua"
    rule.write_text(
        f'return pipeline {{ source {{}}, similar {{ show = "groups", {options} }} }}\n')
    output = subprocess.run(
        [program, "run", rule, "-l", folder, "--no-catalogue", "--format", "ndjson"],
        stdout=subprocess.PIPE, check=True).stdout
    groups = {}
    for line in output.splitlines():
        record = json.loads(line)
        groups.setdefault(record["similarGroup"], []).append(record["filename"])
    return list(groups.values())


def by_imagehash(folder, functions, distance):
    """The same groups as shotflow's, of the hashes of imagehash."""
    hashes = {}
    for path in sorted(folder.iterdir()):
        with Image.open(path) as picture:
            hashes[path.name] = [function(picture) for function in functions]
    groups = {}
    for name, found in hashes.items():
        near = [
            (max(a - b for a, b in zip(found, hashes[kept])), kept) for kept in groups
        ]
        near = min((pair for pair in near if pair[0] <= distance), default=None)
        groups.setdefault(near[1] if near else name, []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def by_czkawka(folder, distance):
    from czkawka import ImageSimilarity

    finder = ImageSimilarity()
    finder.set_directories([folder])
    finder.set_similarity(distance)
    return [[Path(path).name for path in group] for group in finder.find_similar()]


def row(title, groups, known, kinds, seconds):
    home = {name: place for place, group in enumerate(groups) for name in group}
    photo = {number: name for name, (number, kind) in known.items() if kind == "photograph"}
    cells = []
    for kind in kinds:
        copies = [(name, number) for name, (number, other) in known.items() if other == kind]
        found = sum(
            name in home and home[name] == home.get(photo[number]) for name, number in copies)
        cells.append(f"{100 * found / len(copies):.0f} %")
    pairs = [known[a][0] == known[b][0] for group in groups for a, b in combinations(group, 2)]
    right = 100 * sum(pairs) / max(1, len(pairs))
    return [title, f"{right:.1f} %"] + cells + [f"{seconds:.0f} s"]


def table(methods, known, kinds):
    rows = []
    for title, method in methods:
        start = time.monotonic()
        groups = method()
        rows.append(row(title, groups, known, kinds, time.monotonic() - start))
    print("| | " + " | ".join(cells[0] for cells in rows) + " |")
    print("| --- |" + " ---: |" * len(rows))
    names = ["pairs that are right"] + [f"found: {kind}" for kind in kinds] + ["time"]
    for place, name in enumerate(names):
        print(f"| {name} | " + " | ".join(cells[place + 1] for cells in rows) + " |")
    print(flush=True)


def main(program, photos, work):
    work = Path(work)
    pictures = list(photographs(photos))
    folders = []
    for name, copies in (("copies", COPIES), ("poses", POSES)):
        folder = work / name
        folder.mkdir(parents=True)
        folders.append((folder, make(pictures, folder, copies)))
    (folder, known), (turned, known_turned) = folders
    print(f"{len(pictures)} photographs, {len(known)} and {len(known_turned)} files\n", flush=True)
    methods = [
        (f"`{options}`", lambda options=options: by_shotflow(program, folder, options))
        for options in os.environ.get("OPTIONS", "").split(";") if options
    ] or [
        ("shotflow", lambda: by_shotflow(program, folder, "")),
        ("`distance = 6`", lambda: by_shotflow(program, folder, "distance = 6")),
        ('`hash = "dHash"`', lambda: by_shotflow(program, folder, 'hash = "dHash"')),
        ('`hash = "pHash"`', lambda: by_shotflow(program, folder, 'hash = "pHash"')),
        ("imagehash `dhash`, 10", lambda: by_imagehash(folder, [imagehash.dhash], 10)),
        ("imagehash `phash`, 10", lambda: by_imagehash(folder, [imagehash.phash], 10)),
        ("czkawka, 10", lambda: by_czkawka(folder, 10)),
    ]
    table(methods, known, list(COPIES))
    poses = "turned = true, mirrored = true"
    table(
        [
            ("shotflow", lambda: by_shotflow(program, turned, "")),
            (f"`{poses}`", lambda: by_shotflow(program, turned, poses)),
            ("czkawka, 10", lambda: by_czkawka(turned, 10)),
        ],
        known_turned, list(POSES))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
