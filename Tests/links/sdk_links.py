"""A second splitter for the links of the SDK, written from its documentation and from nothing else of this repository."""

import re

EDGE = "".join(map(chr, range(0x21)))


def percent_decode(text):
    """The decoded text; the text itself where the escapes are not UTF-8."""
    raw = text.encode()
    raw = re.sub(rb"%([0-9a-fA-F]{2})", lambda m: bytes([int(m.group(1), 16)]), raw)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return text


def split(link):
    """The parameters of an `mstr` or `mstripad` link, in order, and the number of its first event."""
    text = link.strip(EDGE).translate({9: None, 10: None, 13: None})
    rest = text.split(":", 1)[1].split("#", 1)[0]
    if "?" in rest:
        query = rest.split("?", 1)[1]
    elif rest.startswith("//") and "=" in rest[2:].split("/", 1)[0]:
        query = rest[2:]
    else:
        query = ""
    # The & of {&Document} belongs to a placeholder.
    query = re.sub(r"(?<=\{)&(?=[^}&=#{]+\})", "\ue000", query)
    pairs = []
    for part in query.split("&"):
        if part:
            name, _, value = part.replace("\ue000", "&").partition("=")
            pairs.append((percent_decode(name), percent_decode(value)))
    number = next((value for name, value in pairs if name == "evt"), "")
    fits = re.fullmatch("[0-9]+", number) and int(number) < 2**63
    return pairs, int(number) if fits else None


PIECES = ["evt=", "evt=4001", "&evt=10000001", "?", "&", "&", "=", "=", "#", "/", "//", "%65vt=7", "e%76t", "reportID=", "reportName=A+B", "0", "4001", "99999999999999999999",
          "9223372036854775807", "9223372036854775808", "{&Document}", "{&", "}", "{City@ID}", "{", "%26", "%3D", "%", "%zz", "%C3%A9", "%FF", "\u00e9", "\U0001f600", "|", "^", "%5e",
          "+", " ", "\t", "\n", "\x01", "@", ":", ":80", ";", ",", "a", "psKey=A|B", "?x"]


def generate(dice):
    start = dice.choice(["mstr://?", "mstr://?", "mstr://", "MSTR://", "mstripad://?", "mstr:///?", "mstr://h/p?", "mstr:", " mstr://?evt=3995 "])
    return start + "".join(dice.choice(PIECES) for _ in range(dice.randint(0, 9))) + dice.choice(["", "", "", " ", "\n"])
