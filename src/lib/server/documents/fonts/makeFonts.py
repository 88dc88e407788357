"""Makes the fonts of the signs that the main font lacks; README.md beside this file says from what and how to run it.

usage: makeFonts.py MAIN NOTO_SANS NOTO_SANS_CJK HANAZONO_A HANAZONO_B BABELSTONE
"""

import io
import json
import math
import os
import sys

import brotli
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

MAIN, NOTO, CJK, HANA_A, HANA_B, BABEL = sys.argv[1:]
# Index in the collection of the font with the shapes of the mainland.
CJK_SC = 2
OUT = os.path.dirname(os.path.abspath(__file__))
# Units of an em, and how far an outline may be off, in ems: less than what an office printer can print of a name.
UNITS = 256
TOLERANCE = 0.003
# The Arphic Public License asks for such a notice in each file.
CHANGED = "Changed on 2026-11-30: reduced to some signs, outlines simplified to polygons, renamed."
BY_GLYPHWIKI = "Created by GlyphWiki (http://glyphwiki.org/)."
BY_BABELSTONE = (
    "(c) Copyright 1994-1999, Arphic Technology Co., Ltd.; (c) Copyright 2009-2023, Andrew West."
    " Under the Arphic Public License."
)


def open_font(path):
    return TTFont(path, fontNumber=CJK_SC if path == CJK else -1)


def flatten(glyph_set, name, steps=8):
    """The contours of a glyph as polygons."""
    pen = DecomposingRecordingPen(glyph_set)
    glyph_set[name].draw(pen)
    contours, points = [], []
    for operator, arguments in pen.value:
        if operator == "moveTo":
            points = [arguments[0]]
        elif operator == "lineTo":
            points.append(arguments[0])
        elif operator == "qCurveTo":
            if arguments[-1] is None:
                off = arguments[:-1]
                start = ((off[-1][0] + off[0][0]) / 2, (off[-1][1] + off[0][1]) / 2)
                points, arguments = [start], off + (start,)
            off, end = arguments[:-1], arguments[-1]
            begin = points[-1]
            for i, control in enumerate(off):
                following = off[i + 1] if i + 1 < len(off) else None
                to = ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2) if following else end
                for k in range(1, steps + 1):
                    t = k / steps
                    points.append(
                        tuple((1 - t) ** 2 * begin[a] + 2 * t * (1 - t) * control[a] + t * t * to[a] for a in (0, 1))
                    )
                begin = to
        elif operator in ("closePath", "endPath"):
            if len(points) > 2:
                contours.append(points)
            points = []
        else:
            raise ValueError(operator)
    return contours


def distance(point, start, end):
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if length == 0:
        return math.dist(point, start)
    t = max(0, min(1, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return math.hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)


def simplify(points, tolerance):
    """Ramer, Douglas and Peucker: leaves out points that are no farther off the line than the tolerance."""
    if len(points) < 3:
        return points
    farthest, at = max((distance(points[i], points[0], points[-1]), i) for i in range(1, len(points) - 1))
    if farthest <= tolerance:
        return [points[0], points[-1]]
    return simplify(points[: at + 1], tolerance)[:-1] + simplify(points[at:], tolerance)


def simplify_closed(points, tolerance):
    start = max(range(len(points)), key=lambda i: points[i][0] + points[i][1])
    points = points[start:] + points[:start]
    middle = max(range(len(points)), key=lambda i: math.dist(points[i], points[0]))
    return (
        simplify(points[: middle + 1], tolerance)[:-1] + simplify(points[middle:] + points[:1], tolerance)[:-1]
    )


def traced(sources, family, origin):
    """A font of polygons from several fonts: [(font, signs)]."""
    order, cmap, glyphs, metrics = [".notdef"], {}, {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (UNITS, 0)}
    for font, signs in sources:
        em = font["head"].unitsPerEm
        glyph_set, names = font.getGlyphSet(), font.getBestCmap()
        for sign in sorted(signs):
            name = f"u{sign:X}"
            pen = TTGlyphPen(None)
            for contour in flatten(glyph_set, names[sign]):
                points = []
                for x, y in simplify_closed(contour, TOLERANCE * em):
                    point = (round(x * UNITS / em), round(y * UNITS / em))
                    if not points or points[-1] != point:
                        points.append(point)
                if len(points) > 1 and points[0] == points[-1]:
                    points.pop()
                if len(points) < 3:
                    continue
                pen.moveTo(points[0])
                for point in points[1:]:
                    pen.lineTo(point)
                pen.closePath()
            order.append(name)
            cmap[sign] = name
            glyphs[name] = pen.glyph()
            metrics[name] = (round(font["hmtx"][names[sign]][0] * UNITS / em), 0)
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics(
        {n: (width, table[n].xMin if table[n].numberOfContours else 0) for n, (width, _) in metrics.items()}
    )
    ascent, descent = round(0.88 * UNITS), round(-0.12 * UNITS)
    builder.setupHorizontalHeader(ascent=ascent, descent=descent)
    builder.setupNameTable({})
    name_font(builder.font, family, f"{origin} {CHANGED}")
    builder.setupOS2(sTypoAscender=ascent, sTypoDescender=descent, usWinAscent=ascent, usWinDescent=-descent)
    builder.setupPost(keepGlyphNames=False)
    return builder.font


def subset(path, signs, family):
    font = open_font(path)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0]
    options.drop_tables += ["vhea", "vmtx", "VORG", "GSUB", "GPOS", "GDEF", "BASE", "DSIG"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=signs)
    subsetter.subset(font)
    name_font(font, family, font["name"].getDebugName(0))
    return font


def name_font(font, family, copyright):
    font["name"].names = []
    for number, text in {0: copyright, 1: family, 2: "Regular", 4: family, 6: family.replace(" ", "")}.items():
        font["name"].setName(text, number, 3, 1, 0x409)


def ranges(signs):
    found = []
    for sign in sorted(signs):
        if found and found[-1][1] == sign - 1:
            found[-1][1] = sign
        else:
            found.append([sign, sign])
    return found


def write(name, font, signs):
    family = font["name"].getDebugName(1)
    data = io.BytesIO()
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.save(data)
    packed = brotli.compress(data.getvalue(), quality=11, lgwin=24)
    with open(os.path.join(OUT, f"{name}.br"), "wb") as file:
        file.write(packed)
    print(f"{name}: {len(signs)} signs, {len(data.getvalue())} bytes, {len(packed)} packed", flush=True)
    return {"file": f"{name}.br", "family": family, "bytes": len(data.getvalue()), "ranges": ranges(signs)}


def main():
    covered = {path: set(open_font(path).getBestCmap()) for path in (MAIN, NOTO, CJK, HANA_A, HANA_B, BABEL)}
    # Noncharacters, controls and private signs are no writing.
    known = {sign for sign in range(0x20, 0x40000) if not (0xD800 <= sign < 0xF900 or sign & 0xFFFE == 0xFFFE)}
    left = known - covered[MAIN]

    def take(path, first=0, last=0x3FFFF):
        nonlocal left
        signs = {sign for sign in left & covered[path] if first <= sign <= last}
        left -= signs
        return signs

    parts = []
    latin = take(NOTO)
    parts.append(write("latin", subset(NOTO, latin, "Noto Sans Extended"), latin))
    hangul = take(CJK, 0x1100, 0x11FF) | take(CJK, 0xA960, 0xD7FF)
    parts.append(write("hangul", subset(CJK, hangul, "Noto Sans Hangul"), hangul))
    rest = take(CJK)
    parts.append(write("cjk", subset(CJK, rest, "Noto Sans Extended Han"), rest))
    # Of BabelStone Han ideographs only: some of its symbols are under another licence.
    hana_a, hana_b, babel = TTFont(HANA_A), TTFont(HANA_B), TTFont(BABEL)
    for start in [0, *range(0x20000, 0x33000, 0x1000)]:
        end = start + 0xFFF if start else 0x1FFFF
        of_hana = [(hana_b, take(HANA_B, start, end)), (hana_a, take(HANA_A, start, end))]
        of_babel = take(BABEL, start, end) if start else take(BABEL, 0x3400, 0x9FFF) | take(BABEL, 0xF900, 0xFAFF)
        free = set().union(*(signs for _, signs in of_hana))
        label = f"{start >> 12:x}" if start else "signs"
        if free:
            parts.append(write(f"glyphwiki-{label}", traced(of_hana, f"GlyphWiki {label}", BY_GLYPHWIKI), free))
        if of_babel:
            parts.append(
                write(
                    f"babelstone-{label}",
                    traced([(babel, of_babel)], f"BabelStone {label} simplified", BY_BABELSTONE),
                    of_babel,
                )
            )
    with open(os.path.join(OUT, "coverage.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(part, separators=(",", ":")) for part in parts) + "\n]\n")


main()
