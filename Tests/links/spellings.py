"""Links that the URL standard resolves, spelled in every way that its parser accepts."""

import random

FULL_STOPS = [".", "%2e", "%2E", "\u3002", "\uff0e", "\uff61"]
IGNORED = ["\u00ad", "\u200b", "\u2060", "\ufeff", "\ufe00", "\u180e", "\u2064"]
BLANKS = ["\t", "\n", "\r"]
EDGES = ["", "", "", " ", "\t", "\n", "\x00", "\x1f \x0b"]
SLASHES = ["//", "//", "//", "/", "", "\\\\", "\\/", "/\\", "///", "////\\", "\t//", "/\n/"]
USERS = ["", "", "", "", "user@", "user:pw@", ":@", "@", "a@b@", "{}@", "{}:80@", "%40@", "{}%2f@", "x:{}@", "{},@"]
REST = ["", "/", "/x", "\\x", "/a/../b", "/%2e%2e/x", "?q", "#f", "/x?url=//{}/", "\\@{}/", "/.//x", "/@{}/", "#@{}/", "?@{}/"]


def letter(dice, character):
    """One spelling of an ASCII letter or digit that a domain name may have."""
    kind = dice.random()
    if kind < 0.55:
        return character
    if kind < 0.65:
        return character.upper()
    if kind < 0.75:
        return "%%%02x" % ord(character)
    if kind < 0.85 and "a" <= character <= "z":
        return chr(ord(character) - ord("a") + dice.choice([0xFF41, 0xFF21, 0x24D0, 0x24B6, 0x1D41A, 0x1D4EA]))
    if kind < 0.9 and character.isdigit():
        return chr(ord(character) - ord("0") + dice.choice([0xFF10, 0x1D7CE]))
    if kind < 0.95:
        return character + dice.choice(IGNORED)
    return character + dice.choice(BLANKS)


def host(dice, name):
    return "".join(dice.choice(FULL_STOPS) if c == "." and dice.random() < 0.4 else c if c == "." else letter(dice, c) for c in name)


def address(dice, value):
    """One spelling of an IPv4 address."""
    parts = dice.choice([1, 2, 3, 4])
    octets = [value >> 24 & 255, value >> 16 & 255, value >> 8 & 255, value & 255]
    numbers = octets[: parts - 1] + [value & ((1 << 8 * (5 - parts)) - 1)]
    words = [dice.choice(["%d", "0%o", "0x%x", "0X%X", "00%o", "0x00%x"]) % n for n in numbers]
    return dice.choice(FULL_STOPS).join(words) + dice.choice(["", "", "."])


def spelling(dice, scheme, name, other):
    """A link that is meant to open `name`, with `other` in the places that deceive."""
    word = "".join(dice.choice([c, c, c.upper(), c + dice.choice(BLANKS)]) if dice.random() < 0.2 else c for c in scheme)
    authority = dice.choice(USERS).format(other) + name
    port = dice.choice(["", "", "", ":443", ":0443", ":", ":8443", ":\t443"] if scheme == "https" else ["", "", ":80", ":080", ":", ":8080"])
    return (dice.choice(EDGES) + word + ":" + dice.choice(SLASHES) + authority + port
            + dice.choice(REST).replace("{}", other) + dice.choice(EDGES))


PIECES = ["http:", "https:", "ws:", "wss:", "ftp:", "file:", "HTTP:", "hTTps:", "//", "/", "\\", "/", "?", "#", "@", ":", ".", "..", "%2e", "%", "%zz",
          "%41", "%00", "[", "]", "[::1]", "[1::2]", "[::127.0.0.1]", "::", "1", "0", "0x7f", "127.0.0.1", "256", "65535", "65536", "80", "443", "a", "Z", "evil.com",
          "good.com", "xn--", "xn--mnchen-3ya", "m\u00fcnchen", "\u00df", "\u3002", "\uff45", "\u00ad", "\u200b", "e\u0301", "\U0001f600", " ", "\t", "\n", "|", "^", "`", "{", "}",
          "\"", "'", "<", ">", "+", "&", "=", "a=b", "~", "-", "_", "C:", "C|", "localhost", "\x01", "\x7f", "$", "!", "*", ";", ","]


def anything(dice):
    """A text that begins like a URL with a special scheme, and may be no URL at all."""
    start = dice.choice(["http://", "https://", "ws://", "wss://", "ftp://", "file://", "https:", "http:/", "file:", "https:\\\\"])
    return start + "".join(dice.choice(PIECES) for _ in range(dice.randint(0, 9)))


def generator(seed):
    return random.Random(seed)
