/// Which parameter names stand for something that must not be shown.
enum SecretNames {
    private static let whole: [Word] = [
        "uid", "userid", "username", "pass", "passphrase", "auth", "authorization", "bearer", "jwt",
        "session", "sessionstate", "usrsmgr", "mstrsmgr", "sig", "otp", "credentials",
    ]

    /// What a name may end in, with anything before it: `newPwd`, `x-api-key`.
    private static let endings: [Word] = [
        "pwd", "password", "passwd", "token", "secret", "apikey", "authkey", "accesskey",
        "privatekey", "credential", "sessionid", "signature", "authcode",
    ]

    /// Schemes whose links may hold parameters where others hold an authority.
    static let mobileSchemes: [Word] = ["mstr", "mstripad"]

    /// Schemes in which a backslash separates like a slash, and the slashes before the host do not matter.
    static let specialSchemes: [Word] = ["http", "https", "ws", "wss", "ftp"]

    private static let promptAnswers: [Word] = [
        "valuepromptanswers", "elementspromptanswers", "objectspromptanswers", "promptsanswerxml",
    ]

    static func contains(_ name: String, promptAnswers: Bool) -> Bool {
        var word = Word()
        for byte in name.utf8 { word.append(byte) }
        return contains(word, promptAnswers: promptAnswers)
    }

    static func contains(_ name: Word, promptAnswers: Bool) -> Bool {
        guard name.count >= 3 else { return false }
        for ending in endings where name.ends(in: ending) { return true }
        for word in whole where name == word { return true }
        return promptAnswers && Self.promptAnswers.contains(name)
    }

    /// A name in lower case without punctuation, so that `access_token`, `Access-Token` and
    /// `accessToken` are one.
    ///
    /// It remembers its length and its last 16 letters in one integer: every parameter of every
    /// link that is shown is looked up, and none of them needs memory for it.
    struct Word: Equatable, ExpressibleByStringLiteral {
        private(set) var count = 0
        private var letters: UInt128 = 0

        init() {}

        init(stringLiteral value: StaticString) {
            for byte in value.description.utf8 { append(byte) }
        }

        mutating func append(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                letters = letters << 8 | UInt128(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                letters = letters << 8 | UInt128(byte)
            default: return
            }
            count += 1
        }

        func ends(in ending: Word) -> Bool {
            guard count >= ending.count, ending.count < 16 else { return false }
            let mask = (UInt128(1) << UInt128(ending.count * 8)) - 1
            return letters & mask == ending.letters
        }
    }
}
