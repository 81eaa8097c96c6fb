"""Changes texts at random: bytes, and what the grammar of a format is made of."""
BYTES = [b"\0", b"\xff", b"\xc3\xa9", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\"", b"'", b"\\", b"\n", b"\r\n", b"\t", b" ", b"<",
         b">", b"&", b"%", b"%00", b"%C3%28", b"{", b"}", b"[", b"]", b"(", b")", b"-1", b"0", b"1e999", b"9223372036854775808",
         b"a" * 300, b"\xe2\x80\xae", b"\xef\xbb\xbf"]


def mutated(random, text, tokens, most=4):
    """A text with one to `most` changes."""
    for _ in range(random.randint(1, most)):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice([0, 1, 1, 2, 5, 20, 100]))
        piece = text[start:end]
        kind = random.randrange(7)
        if kind == 0:
            piece = b""
        elif kind == 1:
            piece = piece + piece
        elif kind == 2:
            piece = random.choice(BYTES)
        elif kind in (3, 4) and tokens:
            piece = random.choice(tokens)
        elif kind == 5:
            other = random.randrange(len(text) + 1)
            piece = text[other:other + random.choice([1, 5, 20, 60])]
        else:
            piece = bytes([piece[0] ^ 1 << random.randrange(8)]) + piece[1:] if piece else bytes([random.randrange(256)])
        text = text[:start] + piece + text[end:]
    return text


def tokens_of(*texts):
    """Words, numbers and signs of texts, to build others of."""
    import re
    found = set()
    for text in texts:
        found.update(re.findall(rb"[A-Za-z_][A-Za-z_0-9]*|\d+(?:\.\d+)?|[^\sA-Za-z_0-9]{1,2}", text))
    return sorted(found)
