import Synchronization

/// The names whose values are secret.
enum SecretNames {
    private static let whole: [SecretName] = [
        "uid", "userid", "username", "pass", "passphrase", "pw", "passcode", "auth",
        "authorization",
        "proxyauthorization", "cookie", "setcookie", "bearer", "jwt", "session", "sessionstate",
        "usrsmgr", "mstrsmgr", "sig", "otp", "cookies", "passwordconfirmation", "samlresponse",
        "samlrequest",
        "valuepromptanswers", "elementspromptanswers", "objectspromptanswers", "promptsanswerxml",
    ]

    /// The endings of secret names, with anything before them: `newPwd`, `x-api-key`.
    private static let endings: [SecretName] = [
        "pwd", "password", "passwd", "token", "secret", "apikey", "authkey", "accesskey",
        "accountkey",
        "privatekey", "secretkey", "subscriptionkey", "credential", "sessionid", "signature",
        "authcode",
        "assertion", "passwords", "secrets", "apikeys", "credentials", "passwordhash",
        "secretkeybase",
    ]

    /// Names that are secret only as parameters of a link, because they are ordinary names elsewhere.
    private static let parameters: [SecretName] = ["code", "key", "sid", "ticket", "pin"]

    private static let passwords: [SecretName] = [
        "pwd", "password", "passwd", "passphrase", "passcode", "pw",
    ]

    /// Headers that hold secrets under names without a hyphen.
    private static let headers: [SecretName] = ["authorization", "cookie"]

    /// Schemes of `Authorization`, which a secret may follow anywhere.
    static let schemes: [SecretName] = ["bearer", "basic"]

    /// Schemes whose links may have parameters in the place of the authority.
    static let mobileSchemes: [SecretName] = ["mstr", "mstripad"]

    /// Schemes in which backslashes act as slashes, and the number of slashes before the host does not matter.
    static let specialSchemes: [SecretName] = ["http", "https", "ws", "wss", "ftp"]

    /// The names that the user has added, for the whole process.
    private static let added = Mutex<[SecretName]>([])

    private static let hasAdded = Atomic<Bool>(false)

    static func add(_ names: [String]) {
        let names = names.map { SecretName($0) }.filter { $0.count > 0 }
        if !names.isEmpty { hasAdded.store(true, ordering: .relaxed) }
        added.withLock { added in
            for name in names where !added.contains(name) { added.append(name) }
        }
    }

    /// A bit set of hashes, with 1024 bits, of the last four letters of all names here, or of a name of three
    /// letters.
    private static let tails: [UInt64] = {
        var tails = Array(repeating: UInt64(0), count: 16)
        for name in whole + endings + parameters {
            let place = place(ofTail: name.tail)
            tails[place >> 6] |= 1 << UInt64(place & 63)
        }
        return tails
    }()

    static var hasAddedNames: Bool { hasAdded.load(ordering: .relaxed) }

    private static func place(ofTail tail: UInt32) -> Int { Int((tail &* 0x9E37_79B1) >> 22) }

    /// Quickly rules out most names that are not secret, from their last letters.
    static func mayContain(_ name: Span<UInt8>) -> Bool {
        if hasAdded.load(ordering: .relaxed) { return true }
        var tail: UInt32 = 0
        var shift: UInt32 = 0
        var index = name.count
        while index > 0, shift < 32 {
            index -= 1
            guard let letter = SecretName.letter(name[index]) else { continue }
            tail |= UInt32(letter) << shift
            shift += 8
        }
        return hasTail(tail) || hasTail(tail & 0xFF_FFFF)
    }

    private static func hasTail(_ tail: UInt32) -> Bool {
        let place = place(ofTail: tail)
        return tails[place >> 6] >> UInt64(place & 63) & 1 == 1
    }

    /// Whether the value of a member, a header or a parameter with this name is secret.
    static func contains(_ name: SecretName) -> Bool {
        guard name.count > 0 else { return false }
        if name.count >= 2 {
            for ending in endings where name.ends(in: ending) { return true }
            for word in whole where name == word { return true }
        }
        return added.withLock { $0.contains(name) }
    }

    /// Whether the value of a link's parameter with this name is secret.
    static func containsParameter(_ name: SecretName) -> Bool {
        contains(name) || parameters.contains(name)
    }

    /// Whether the name is that of a password, which may be an ordinary word.
    static func isPassword(_ name: SecretName) -> Bool {
        passwords.contains { name.ends(in: $0) }
    }

    /// Whether the name is that of a header whose value is secret in `name: value`.
    static func containsHeader(_ name: SecretName) -> Bool {
        headers.contains(name) || (name.hasHyphen && contains(name))
    }
}

/// A name in lower case without punctuation: `access_token`, `Access-Token` and `accessToken` are equal.
///
/// It keeps its length and its last 16 letters in one integer, so that looking up the parameters of links needs no
/// allocation.
struct SecretName: Equatable, ExpressibleByStringLiteral {
    private(set) var count = 0
    /// Whether it has a hyphen, like headers and few other words before a colon.
    private(set) var hasHyphen = false
    private var letters: UInt128 = 0

    init() {}

    init(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    init(_ text: Span<UInt8>) {
        for index in text.indices { append(text[index]) }
    }

    init(stringLiteral value: StaticString) { self.init(value.description) }

    mutating func append(_ byte: UInt8) {
        guard let letter = Self.letter(byte) else {
            if byte == UInt8(ascii: "-"), count > 0 { hasHyphen = true }
            return
        }
        letters = letters << 8 | UInt128(letter)
        count += 1
    }

    /// A letter in lower case, or a digit; `nil` for any other byte.
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        default: nil
        }
    }

    /// The last four letters, or all letters of a shorter name.
    var tail: UInt32 { UInt32(truncatingIfNeeded: letters) }

    func ends(in ending: SecretName) -> Bool {
        guard count >= ending.count, ending.count < 16 else { return false }
        let mask = (UInt128(1) << UInt128(ending.count * 8)) - 1
        return letters & mask == ending.letters
    }

    /// A name of two words.
    static func + (first: SecretName, second: SecretName) -> SecretName {
        var whole = first
        whole.count += second.count
        // Letters that do not fit are dropped from the front.
        whole.letters =
            second.count < 16
            ? whole.letters << UInt128(second.count * 8) | second.letters : second.letters
        return whole
    }

    static func == (left: SecretName, right: SecretName) -> Bool {
        left.count == right.count && left.letters == right.letters
    }
}
