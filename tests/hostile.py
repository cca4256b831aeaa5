"""Hostile input for tests: YAML, JSON, logs, maps, pictures that a stranger might send. Nothing here is a test."""

from __future__ import annotations

import base64
import random
import struct
import zlib
from collections.abc import Iterator

MUTATORS = ("bit", "byte", "delete", "insert", "drop line", "swap line")


# --- YAML: name -> (text, a word the refusal must hold) ---------------------------------------------------------------


def hostile_yaml() -> dict[str, tuple[bytes, str]]:
    """Return files that must be refused whatever structure is expected, each with a word the message must hold."""
    return {
        "alias bomb": (alias_bomb(), "anchor"),
        "alias to itself": (b"a: &a [*a]\n", "alias"),
        "anchor alone": (b"a: &x 1\n", "anchor"),
        "merge key": (b"a: &a {b: 1}\nc:\n  <<: *a\n", "alias"),
        "python object": (b"!!python/object/apply:os.system ['true']\n", "tag"),
        "python name": (b"a: !!python/name:os.system\n", "tag"),
        "own tag": (b"a: !ship Hood\n", "tag"),
        "standard tag": (b"a: !!int '7'\n", "tag"),
        "bare tag": (b"a: ! 7\n", "tag"),
        "twice the same key": (b"name: Hood\nguns: 8\nname: Bismarck\n", "line 1"),
        "twice the same key, quoted": (b"name: Hood\n'name': Bismarck\n", "line 1"),
        "twice the same key, inline": (b"{a: 1, b: 2, a: 3}\n", "once"),
        "two documents": (b"a: 1\n---\na: 2\n", "document"),
        "null byte": (b"a: 1\x00\n", "U+0000"),
        "bell": (b"a: \x07\n", "U+0007"),
        "utf-16": ("a: 1\n".encode("utf-16"), "UTF-8"),
        "latin-1": ("a: Gr\u00fc\u00dfe\n".encode("latin-1"), "UTF-8"),
        "deep lists": (deep_lists(20_000), "levels"),
        "deep maps": (deep_maps(3_000), "levels"),
        "deep block lists": (b"- " * 5_000 + b"1\n", "levels"),
        "huge number": (b"a: " + b"9" * 900_000 + b"\n", "digits"),
        "huge name": (b"a:\n  ? " + b"x" * 900_000 + b"\n  : !x 1\n", "tag"),
        "twenty digits": (b"a: 12345678901234567890\n", "digits"),
        "too large": (b"# " + b"x" * (1 << 20) + b"\n", "bytes"),
        "too many values": (b"[" + b"0," * 260_000 + b"0]\n", "values"),
        "list as key": (b"? [a, b]\n: 1\n", "name"),
        "truth as key": (b"true: 1\n", "name"),
        "tab indent": (b"a:\n\tb: 1\n", "tab"),
        "open quote": (b"a: 'Hood\nb: 1\n", "quoted"),
        "open bracket": (b"a: [1, 2\n", "flow"),
        "colon in text": (b"a: b: c\n", "quotes"),
        "directive": (b"%TAG ! tag:x,2000:\n---\na: !y 1\n", "tag"),
    }


def alias_bomb(width: int = 9, levels: int = 9) -> bytes:
    """Return a few hundred bytes that stand for width**levels values."""
    lines = ["a0: &a0 lol"]
    for level in range(1, levels + 1):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]")
    return ("\n".join(lines) + "\n").encode()


def deep_lists(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def deep_maps(depth: int) -> bytes:
    return b"{a: " * depth + b"1" + b"}" * depth


def implicit_words() -> tuple[str, ...]:
    """Return words that careless YAML readers turn into booleans, octal numbers, times, dates or fractions."""
    return (
        *("NO", "no", "No", "YES", "yes", "on", "Off", "y", "n", "True", "FALSE", "Null", "NULL"),
        *("0712", "0801", "0o17", "0x1F", "0b101", "1_000", "12:30", "190:20:30", "1.10", "1e3", "1.", ".5"),
        *(".inf", ".nan", "1942-08-09", "2001-12-14t21:59:43.10-05:00", "=", "<<", "+", "-.", "1e999"),
    )


# --- JSON -------------------------------------------------------------------------------------------------------------


def hostile_json() -> dict[str, bytes]:
    """Return lines that must be refused."""
    return {
        "not a number": b'{"a":NaN}',
        "infinity": b'{"a":Infinity}',
        "minus infinity": b"[-Infinity]",
        "too large a fraction": b'{"a":1e999}',
        "twice the same key": b'{"a":1,"a":2}',
        "twice the same key, spelt otherwise": b'{"a":1,"\\u0061":2}',
        "deep lists": b"[" * 100_000 + b"]" * 100_000,
        "a little too deep": b"[" * 65 + b"]" * 65,
        "deep maps": b'{"a":' * 70 + b"1" + b"}" * 70,
        "many lists": b"[" + b"[]," * 30_000 + b"[]]",
        "huge number": b"9" * 900_000,
        "too large": b'"' + b"x" * (1 << 20) + b'"',
        "half a character": b'{"a":"\\ud800"}',
        "half a character as key": b'{"\\udfff":1}',
        "bad utf-8": b'{"a":"\xff"}',
        "utf-16": '{"a":1}'.encode("utf-16"),
        "byte-order mark": b'\xef\xbb\xbf{"a":1}',
        "nothing": b"",
        "two values": b"{} {}",
        "raw control character": b'"\x01"',
        "single quotes": b"{'a':1}",
        "comma at the end": b"[1,]",
        "plus sign": b"+1",
        "leading zero": b"[012]",
    }


# --- mutations of any file --------------------------------------------------------------------------------------------


def mutations(data: bytes, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """`count` damaged copies of `data`, all different from it, the six mutators in turn; the same for the same seed."""
    dice = random.Random(seed)
    number = 0
    while number < count:
        mutator = MUTATORS[number % len(MUTATORS)]
        damaged = mutate(data, mutator, dice)
        if damaged == data:
            continue
        number += 1
        yield mutator, damaged


def mutate(data: bytes, mutator: str, dice: random.Random) -> bytes:
    """Return a copy of `data`, damaged by one of the MUTATORS (by chance now and then not at all)."""
    if mutator in ("drop line", "swap line"):
        return _mutate_lines(data, mutator, dice)
    place = dice.randrange(len(data))
    if mutator == "bit":
        return data[:place] + bytes([data[place] ^ (1 << dice.randrange(8))]) + data[place + 1 :]
    if mutator == "byte":
        return data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :]
    length = dice.choice((1, 1, 2, 5, 40))
    if mutator == "delete":
        return data[:place] + data[place + length :]
    return data[:place] + dice.randbytes(length) + data[place:]


def _mutate_lines(data: bytes, mutator: str, dice: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    if mutator == "drop line":
        del lines[one]
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def cuts(data: bytes) -> Iterator[bytes]:
    """Yield every shorter beginning of `data`, from none of it to all but its last byte."""
    for length in range(len(data)):
        yield data[:length]


# --- paths ------------------------------------------------------------------------------------------------------------


def hostile_paths() -> tuple[str, ...]:
    """Return paths in data that must be refused whatever the folder holds."""
    return (
        *("", "/etc/passwd", "../outside.png", "a/../../outside.png", "~/x.png", "~root/x.png", "a/b/../../../x.png"),
        *("C:/x.png", "C:x.png", "c:\\x.png", "\\\\host\\share\\x.png", "//host/share/x.png", "..\\x.png", "a\\b.png"),
        *(
            "x.png\x00.tsx",
            "x\n.png",
            "x.png:stream",
            "CON",
            "con.png",
            "a/NUL",
            "Aux.txt",
            "com1",
            "LPT9.tmx",
            "COM\u00b9",
        ),
        *("x.png.", "x.png ", "a./x.png", "x*.png", "x?.png", "a|b", "<a>", '"a"', "a" * 400, "\ud800.png"),
    )


# --- maps: TMX text ---------------------------------------------------------------------------------------------------


def tmx(width: str = "2", height: str = "2", before: str = "", tilesets: str = "", layers: str = "") -> bytes:
    """Return a small hexagonal map with the given parts; by default one plain csv layer."""
    layers = layers or '<layer id="1" name="sea" width="2" height="2"><data encoding="csv">0,0,0,0</data></layer>'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{before}'
        f'<map version="1.10" orientation="hexagonal" renderorder="right-down" width="{width}" height="{height}" '
        'tilewidth="32" tileheight="28" infinite="0" hexsidelength="16" staggeraxis="x" staggerindex="odd" '
        f'nextlayerid="9" nextobjectid="9">\n{tilesets}{layers}\n</map>\n'
    ).encode()


def tmx_zlib_bomb(unpacked_mib: int = 64) -> bytes:
    """Return a layer of 2 x 2 cells whose compressed data unpack to `unpacked_mib`."""
    packer = zlib.compressobj(9)
    packed = b"".join([packer.compress(bytes(1 << 20)) for _ in range(unpacked_mib)]) + packer.flush()
    text = base64.b64encode(packed).decode()
    data = f'<data encoding="base64" compression="zlib">{text}</data>'
    return tmx(layers=f'<layer id="1" name="sea" width="2" height="2">{data}</layer>')


def tmx_doctype() -> bytes:
    """Return a map with a harmless document type."""
    return tmx(before='<!DOCTYPE map SYSTEM "map.dtd">\n')


def tmx_entity_bomb() -> bytes:
    """Return a map whose entities stand for a thousand million letters."""
    entities = '<!ENTITY a0 "lollollol">'
    entities += "".join(f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, 10))
    return tmx(before=f"<!DOCTYPE map [{entities}]>\n", layers="<properties>&a9;</properties>")


def tmx_external_entity() -> bytes:
    """Return a map that tries to read a file of the computer."""
    doctype = '<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
    return tmx(before=doctype, layers='<properties><property name="a">&x;</property></properties>')


def tmx_huge_width(width: str = "2000000000") -> bytes:
    return tmx(width=width)


def tmx_source_outside(source: str = "../../../outside.tsx") -> bytes:
    return tmx(tilesets=f'<tileset firstgid="1" source="{source}"/>')


def tmx_nested_groups(depth: int = 100_000) -> bytes:
    return tmx(layers='<group id="1">' * depth + "</group>" * depth)


def hostile_tmx() -> dict[str, bytes]:
    """Maps that must be refused."""
    layer = '<layer id="1" name="sea" width="2" height="2"><data encoding="csv">{}</data></layer>'
    return {
        "zlib bomb": tmx_zlib_bomb(),
        "document type": tmx_doctype(),
        "entity bomb": tmx_entity_bomb(),
        "external entity": tmx_external_entity(),
        "huge width": tmx_huge_width(),
        "negative width": tmx_huge_width("-1"),
        "width of words": tmx_huge_width("two"),
        "source outside": tmx_source_outside(),
        "source absolute": tmx_source_outside("/etc/passwd"),
        "nested groups": tmx_nested_groups(10_000),
        "too little data": tmx(layers=layer.format("0,0,0")),
        "too much data": tmx(layers=layer.format("0," * 5000 + "0")),
        "letters as data": tmx(layers=layer.format("0,0,x,0")),
        "utf-16": tmx().decode().replace("UTF-8", "UTF-16").encode("utf-16"),
        "another root": b'<?xml version="1.0"?><svg/>\n',
        "cut off": tmx()[:-20],
        "nothing": b"",
        "not xml": bytes(range(256)),
    }


# --- pictures: PNG ----------------------------------------------------------------------------------------------------


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int = 1, height: int = 1, pixels: bytes | None = None) -> bytes:
    """Return a grey 8-bit PNG that claims to be `width` x `height`.

    Its pixel data are one row of zeros unless given.
    """
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = bytes(min(width, 4096) + 1) if pixels is None else pixels
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", zlib.compress(rows, 9)) + png_chunk(b"IEND", b"")


def hostile_png() -> dict[str, bytes]:
    """Pictures that must be refused from their first bytes."""
    return {
        "40000 x 40000": png(40_000, 40_000),
        "two thousand million wide": png(2_000_000_000, 1),
        "no width": png(0, 1),
        "many narrow rows": png(8192, 8192),
        "cut off": png()[:20],
        "nothing": b"",
        "a gif": b"GIF89a" + bytes(40),
        "text": b"this is no picture\n",
    }
