/// Tokens that services mark with a prefix: `ghp_…` of GitHub, `glpat-…` of GitLab, `xoxb-…` of Slack, `sk_live_…` of
/// Stripe, and `AIza…` of Google.
struct ServiceToken {
    private let prefix: StaticString
    /// The least length of what follows the prefix.
    private let count: Int
    /// Whether no longer text is such a token.
    private var isExact = false
    /// The signs that it may have between letters and digits.
    private var signs: StaticString = ""
    /// Whether a digit follows the prefix.
    private var hasDigitFirst = false

    private static let all: [ServiceToken] = [
        ServiceToken(prefix: "ghp_", count: 36), ServiceToken(prefix: "gho_", count: 36),
        ServiceToken(prefix: "ghs_", count: 36),
        ServiceToken(prefix: "github_pat_", count: 82, signs: "_"),
        ServiceToken(prefix: "glpat-", count: 20, signs: "-_."),
        ServiceToken(prefix: "xoxb-", count: 20, signs: "-", hasDigitFirst: true),
        ServiceToken(prefix: "xoxp-", count: 20, signs: "-", hasDigitFirst: true),
        ServiceToken(prefix: "xoxa-", count: 10, signs: "-", hasDigitFirst: true),
        ServiceToken(prefix: "sk_live_", count: 24), ServiceToken(prefix: "rk_live_", count: 24),
        ServiceToken(prefix: "AIza", count: 35, isExact: true, signs: "-_"),
    ]

    /// Whether a character may be where a prefix is recognized: the first `_` or `-`, or the `I` of `AIza`.
    static func mayHave(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "I")
    }

    /// The token in whose prefix the character at `index` is; `word` is where the word around it begins.
    static func around(_ index: Int, in bytes: Span<UInt8>, word: Int) -> Range<Int>? {
        guard let (start, token) = beginning(before: index, in: bytes), start >= word,
            BareSecret.isFree(start, in: bytes, word: word)
        else { return nil }
        return token.end(bytes, from: start + token.prefix.utf8CodeUnitCount).map { start..<$0 }
    }

    /// Whether a text has what a token may begin with.
    static func mayBegin(in bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where mayHave(bytes[index]) {
            if beginning(before: index, in: bytes) != nil { return true }
        }
        return false
    }

    /// Where a prefix begins whose sign is at `index`: the letter before the sign tells how long it is.
    private static func beginning(
        before index: Int, in bytes: Span<UInt8>
    ) -> (start: Int, token: ServiceToken)? {
        guard index > 0 else { return nil }
        let length: Int
        switch (bytes[index - 1], bytes[index]) {
        case (UInt8(ascii: "A"), UInt8(ascii: "I")): length = 1
        case (UInt8(ascii: "k"), UInt8(ascii: "_")): length = 2
        case (UInt8(ascii: "p"), UInt8(ascii: "_")), (UInt8(ascii: "o"), UInt8(ascii: "_")),
            (UInt8(ascii: "s"), UInt8(ascii: "_")):
            length = 3
        case (UInt8(ascii: "b"), UInt8(ascii: "-")), (UInt8(ascii: "p"), UInt8(ascii: "-")),
            (UInt8(ascii: "a"), UInt8(ascii: "-")):
            length = 4
        case (UInt8(ascii: "t"), UInt8(ascii: "-")): length = 5
        case (UInt8(ascii: "b"), UInt8(ascii: "_")): length = 6
        default: return nil
        }
        let start = index - length
        return all.first { BareSecret.matches($0.prefix, bytes, at: start) }.map { (start, $0) }
    }

    /// The end of a token, without signs behind its last letter or digit.
    private func end(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var (index, end) = (start, start)
        while index < bytes.count {
            if SecretName.letter(bytes[index]) != nil {
                end = index + 1
            } else if !isSign(bytes[index]) {
                break
            }
            index += 1
            // A sign may be the last character of the least length.
            if index - start == count { end = index }
            if isExact, index - start > count { return nil }
        }
        guard end - start >= count else { return nil }
        if hasDigitFirst {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start]) else { return nil }
        }
        return end
    }

    private func isSign(_ byte: UInt8) -> Bool {
        for sign in signs.description.utf8 where sign == byte { return true }
        return false
    }
}
