/// Quick checks that rule out texts without secrets.
extension SecretFinder {
    /// Whether the text has a sign that every secret has.
    ///
    /// The signs are `=`, `:`, `@`, `<` or a backslash, perhaps escaped; the end of `Bearer` or `Basic` before a space; and the
    /// beginning of an option, of an arrow, or of a secret without a name.
    static func isWorthwhile(_ bytes: Span<UInt8>) -> Bool {
        guard hasSign(bytes) || hasSignOfToken(bytes) else { return false }
        var last: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"),
                UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: ";"):
                return true
            case UInt8(ascii: " "):
                if last | 0x20 == UInt8(ascii: "r") || last | 0x20 == UInt8(ascii: "c") {
                    return true
                }
            case UInt8(ascii: "-"), UInt8(ascii: ">"):
                // An option follows a space, or is at the beginning.
                if last == UInt8(ascii: "-") || last == UInt8(ascii: " ") || last == 0 {
                    return true
                }
            case UInt8(ascii: "J"): if last == UInt8(ascii: "y") { return true }
            case UInt8(ascii: "A"): if last == UInt8(ascii: "I") { return true }
            default: break
            }
            last = byte
        }
        return ServiceToken.mayBegin(in: bytes)
    }

    private static func hasSign(_ bytes: Span<UInt8>) -> Bool {
        ByteWords.contain(bytes, hasSign)
    }

    /// Whether the text has only letters, digits and a few signs, of which none begins a secret, is escaped in JSON, or
    /// stands for another byte in a link.
    static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        !ByteWords.contain(bytes, \.containsSpecial)
            && !(hasSignOfToken(bytes) && ServiceToken.mayBegin(in: bytes))
    }

    /// Whether the text may have a token such as `ghp_…` or `glpat-…`: each has `_`, or `-` and one of `l` to `o`.
    ///
    /// Most ids have only digits, the letters `a` to `f`, and `-`.
    private static func hasSignOfToken(_ bytes: Span<UInt8>) -> Bool {
        ByteWords.contain(bytes) {
            $0.contains(UInt8(ascii: "_")) || $0.contains(UInt8(ascii: "l"), ignoring: 0x03)
        }
            && ByteWords.contain(bytes) {
                $0.contains(UInt8(ascii: "_")) || $0.contains(UInt8(ascii: "-"))
            }
    }

    @inline(__always)
    private static func hasSign(_ word: ByteWords) -> Bool {
        // `<`, `=` and `>` differ in their last two bits, and so do `I` and `J`.
        word.contains(UInt8(ascii: "<"), ignoring: 0x03) || word.contains(UInt8(ascii: ":"))
            || word.contains(UInt8(ascii: "@")) || word.contains(UInt8(ascii: "%"))
            || word.contains(UInt8(ascii: " ")) || word.contains(UInt8(ascii: ";"))
            || word.contains(UInt8(ascii: "\\"))
            || word.contains(UInt8(ascii: "H"), ignoring: 0x03)
    }
}
