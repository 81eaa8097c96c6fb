/// The credentials after `Bearer` and `Basic`.
enum AuthorizationScheme {
    /// The range of what follows `Bearer` or `Basic`, unless it is an ordinary word.
    static func credentials(_ bytes: Span<UInt8>, from start: Int) -> (Int, Int) {
        var index = start
        var looksRandom = false
        scanning: while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
                looksRandom = true
            case UInt8(ascii: "."), UInt8(ascii: "-"):
                // A full stop at the end of a sentence does not count.
                if index + 1 < bytes.count, bytes[index + 1].isInSecretName { looksRandom = true }
            default: break scanning
            }
            index += 1
        }
        return looksRandom && index - start >= 8 ? (start, index) : (start, start)
    }
}

extension UInt8 {
    /// Whether a byte can be part of the name of a parameter or a member.
    var isInSecretName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}
