/// Finds secrets in a text: parameters and user names of links, members of JSON, elements of XML, headers.
///
/// Each character is read together with its encoding level, the number of times that it is percent-encoded. A
/// parameter's value ends at a delimiter of its own level or an outer one; a delimiter of an inner level is part of
/// the value.
struct SecretFinder {
    var name = SecretName()
    /// The index at which the name begins.
    var word = 0
    /// The name of a parameter joined with the part before a tab or a line end, which links may contain and parsers
    /// ignore.
    private var joined: SecretName?
    /// Whether the name follows `?`, `&` or `#`.
    private var isParameter = false
    /// The word before the name, if a space separates them.
    private var previous = SecretName()
    var element = Element.none
    /// Whether the element has an attribute such as `name="password"`, so that the next `value` is secret.
    var hasSecretName = false
    var searches = Searches()
    var secrets: [Range<Int>] = []
    /// Whether a parameter's value ends with the quoted string, or the line, that contains it.
    let isQuoted: Bool

    /// The progress within the start tag of an XML element.
    enum Element {
        case none
        /// After `<`, or after the prefix of a name.
        case name
        /// After the name.
        case attributes(isSecret: Bool)
    }

    /// How the sign behind a name is written.
    private enum Escape {
        case none
        case json
        case html
    }

    static func find(in bytes: Span<UInt8>, isQuoted: Bool) -> [Range<Int>] {
        var finder = SecretFinder(isQuoted: isQuoted)
        finder.scan(bytes)
        return finder.secrets
    }

    private init(isQuoted: Bool) { self.isQuoted = isQuoted }

    private mutating func scan(_ bytes: Span<UInt8>) {
        var index = 0
        if let start = Self.startOfAuthority(bytes) {
            index = skipUserInfo(bytes, from: start, level: 0, isMobile: false, isSpecial: true)
        }
        word = index
        while index < bytes.count {
            var unit = EncodedByte(bytes, at: index)
            var escape = Escape.none
            if unit.byte.isInSecretName {
                if BareSecret.mayHave(unit.byte),
                    let secret = BareSecret.around(index, in: bytes, word: word)
                {
                    secrets.append(secret)
                    name = SecretName()
                    joined = nil
                    index = secret.upperBound
                    word = index
                    continue
                }
                name.append(unit.byte)
                joined?.append(unit.byte)
                index = unit.next
                continue
            }
            if unit.byte == UInt8(ascii: "\\"),
                let character = Self.escapedCharacter(bytes, from: unit.next)
            {
                unit.next += 5
                if character.isInSecretName {
                    name.append(character)
                    joined?.append(character)
                    index = unit.next
                    continue
                }
                unit.byte = character
                escape = .json
            } else if unit.byte == UInt8(ascii: "&"),
                let end = Self.endOfEqualsEntity(bytes, from: index)
            {
                unit.byte = UInt8(ascii: "=")
                unit.next = end
                escape = .html
            }
            if isParameter, Self.isStripped(bytes[index]) {
                joined = joined ?? name
                name = SecretName()
                index = unit.next
                continue
            }
            let (start, end) =
                content(bytes, behind: unit) ?? secret(bytes, behind: unit, escape)
            if end > start { secrets.append(start..<end) }
            previous = unit.byte == UInt8(ascii: " ") ? name : SecretName()
            name = SecretName()
            joined = nil
            isParameter =
                unit.byte == UInt8(ascii: "?") || unit.byte == UInt8(ascii: "&")
                || unit.byte == UInt8(ascii: "#")
            index = max(end, unit.next)
            word = index
        }
    }

    /// The content of an element such as `<wsse:Password Type="x">`, if this character ends the start tag.
    private mutating func content(
        _ bytes: Span<UInt8>, behind unit: EncodedByte
    ) -> (start: Int, end: Int)? {
        switch (unit.byte, element) {
        case (UInt8(ascii: "<"), _):
            element = .name
            hasSecretName = false
            return nil
        case (UInt8(ascii: ":"), .name), (_, .none): return nil
        case (UInt8(ascii: ">"), .name): element = .attributes(isSecret: SecretNames.contains(name))
        case (UInt8(ascii: ">"), _): break
        case (_, .name):
            let isName = unit.byte <= 0x20 && SecretNames.contains(name)
            element = .attributes(isSecret: isName)
            return nil
        case (UInt8(ascii: "/"), _)
        where unit.next < bytes.count && bytes[unit.next] == UInt8(ascii: ">"):
            element = .none
            return nil
        default: return nil
        }
        defer { element = .none }
        guard case .attributes(isSecret: true) = element else { return nil }
        guard let tag = tag(bytes, from: unit.next, level: unit.level) else { return nil }
        let next = EncodedByte(bytes, at: tag).next
        guard next < bytes.count else { return nil }
        switch EncodedByte(bytes, at: next).byte {
        case UInt8(ascii: "/"): return (unit.next, tag)
        case UInt8(ascii: "!"):
            guard let end = endOfSections(bytes, from: next, level: unit.level) else { return nil }
            return (unit.next, end)
        // `use --token <TOKEN>` has no end tag.
        default: return nil
        }
    }

    /// The secret that follows a name and this character; empty if there is none.
    ///
    /// The search continues at its end.
    private mutating func secret(
        _ bytes: Span<UInt8>, behind unit: EncodedByte, _ escape: Escape
    ) -> (start: Int, end: Int) {
        let none = (unit.next, unit.next)
        switch unit.byte {
        case UInt8(ascii: "="):
            let isSecret =
                isParameter
                ? SecretNames.containsParameter(name)
                    || joined.map { SecretNames.containsParameter($0) } ?? false
                : SecretNames.contains(name)
            guard isSecret else { return attribute(bytes, behind: unit) ?? none }
            switch escape {
            case .none:
                return (unit.next, endOfParameter(bytes, from: unit.next, level: unit.level))
            case .json: return (unit.next, Self.endOfEscapedParameter(bytes, from: unit.next))
            case .html: return (unit.next, Self.endOfEntityParameter(bytes, from: unit.next))
            }
        case UInt8(ascii: ":"):
            let isSpecial = SecretNames.specialSchemes.contains(name)
            if let authority = startOfAuthority(bytes, behind: unit, isSpecial: isSpecial) {
                let end = skipUserInfo(
                    bytes, from: authority.start, level: authority.level,
                    isMobile: SecretNames.mobileSchemes.contains(name), isSpecial: isSpecial)
                return (end, end)
            }
            if SecretNames.containsHeader(name) { return header(bytes, from: unit.next) }
            return assigned(bytes, behind: unit) ?? none
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            guard SecretNames.contains(name) else { return none }
            if isNameOfPair(bytes, quote: unit.byte) { hasSecretName = true }
            return JSONMember.value(bytes, behind: unit, &searches.members) ?? member(
                bytes, behind: unit)
                ?? quoted(bytes, behind: unit, sign: UInt8(ascii: "=")) ?? argument(
                    bytes, behind: unit)
                ?? JSONMember.valueOfPair(bytes, behind: unit, &searches.members) ?? none
        case UInt8(ascii: "'"):
            guard SecretNames.contains(name) else { return none }
            if isNameOfPair(bytes, quote: unit.byte) { hasSecretName = true }
            return member(bytes, behind: unit) ?? quoted(bytes, behind: unit)
                ?? argument(bytes, behind: unit) ?? none
        case UInt8(ascii: " "), 0x09:
            if SecretNames.schemes.contains(name) {
                return AuthorizationScheme.credentials(bytes, from: unit.next)
            }
            if isOption(bytes), SecretNames.contains(name),
                let value = AssignedValue.ofOption(
                    bytes, from: unit.next, of: name, isQuoted: isQuoted, &searches)
            {
                return value
            }
            // The name first: to look for a sign at each of many spaces would take quadratic time.
            guard secretName != nil, let sign = AssignedValue.sign(bytes, from: unit.next)
            else { return none }
            return assigned(bytes, behind: sign) ?? none
        // For example `password->hunter2`.
        case UInt8(ascii: ">") where unit.next > 1 && bytes[unit.next - 2] == UInt8(ascii: "-"):
            guard SecretNames.contains(name) else { return none }
            return AssignedValue.behindArrow(
                bytes, from: unit.next, isQuoted: isQuoted, &searches) ?? none
        default: return none
        }
    }

    /// Whether a hyphen precedes the name: `--password`, `-password`.
    private func isOption(_ bytes: Span<UInt8>) -> Bool {
        word < bytes.count && bytes[word] == UInt8(ascii: "-")
    }

    /// The value of an option in a list: `["--password", "x"]`.
    private func argument(_ bytes: Span<UInt8>, behind quote: EncodedByte) -> (Int, Int)? {
        guard isOption(bytes), let comma = JSONMember.next(bytes, from: quote.next),
            comma.unit.byte == UInt8(ascii: ","),
            let opening = JSONMember.next(bytes, from: comma.unit.next),
            opening.unit.byte == quote.byte
        else { return nil }
        return JSONMember.string(
            bytes, from: opening.unit.next, level: opening.unit.level, quote: quote.byte)
    }

    private mutating func assigned(_ bytes: Span<UInt8>, behind sign: EncodedByte) -> (Int, Int)? {
        guard let secret = secretName else { return nil }
        return AssignedValue.value(
            bytes, behind: sign, of: secret, previous: previous, isQuoted: isQuoted, &searches)
    }

    /// The name before a sign if it is a secret one, also if it has two words: `api key`, `password is`.
    private var secretName: SecretName? {
        if SecretNames.contains(name) { return name }
        if name == "is" || name == "was" { return SecretNames.contains(previous) ? previous : nil }
        guard name == "key", previous.count > 0 else { return nil }
        let whole = previous + name
        return SecretNames.contains(whole) ? whole : nil
    }

    private mutating func member(_ bytes: Span<UInt8>, behind quote: EncodedByte) -> (Int, Int)? {
        AssignedValue.value(bytes, behindMember: quote, of: name, isQuoted: isQuoted, &searches)
    }

    /// The value of a member as Python and Ruby write it: `'password': 'x'`, `"password" => "x"`.
    private mutating func quoted(
        _ bytes: Span<UInt8>, behind quote: EncodedByte, sign expected: UInt8? = nil
    ) -> (Int, Int)? {
        guard let sign = AssignedValue.sign(bytes, from: quote.next),
            expected == nil || expected == sign.byte
        else { return nil }
        return AssignedValue.value(
            bytes, behind: sign, of: name, previous: SecretName(), isQuoted: isQuoted, &searches)
    }

    private func endOfParameter(_ bytes: Span<UInt8>, from start: Int, level: Int) -> Int {
        var index = start
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            var next = unit.next
            if unit.level <= level {
                if unit.byte == UInt8(ascii: "#") { return index }
                if unit.byte == UInt8(ascii: "&"), !isInPlaceholder(bytes, index) { return index }
            }
            if isQuoted {
                switch bytes[index] {
                case UInt8(ascii: "\""), 0x0A, 0x0D: return index
                // An escaped quote belongs to the value.
                case UInt8(ascii: "\\") where next < bytes.count:
                    next = EncodedByte(bytes, at: next).next
                default: break
                }
            }
            index = next
        }
        return index
    }

    /// Whether an `&` belongs to a placeholder such as `{&Document}`, which is part of a value.
    private func isInPlaceholder(_ bytes: Span<UInt8>, _ ampersand: Int) -> Bool {
        guard ampersand > 0, bytes[ampersand - 1] == UInt8(ascii: "{") else { return false }
        for index in ampersand + 1..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "}"): return index > ampersand + 1
            case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "{"):
                return false
            default: continue
            }
        }
        return false
    }

    /// The range of a header's value: up to the end of the line, or of the quoted string that contains it.
    private func header(_ bytes: Span<UInt8>, from start: Int) -> (Int, Int) {
        var first = start
        while first < bytes.count, bytes[first] == UInt8(ascii: " ") { first += 1 }
        var index = first
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                // A string in the header, such as `response="x"`, or the end of the string that contains it.
                let run = Backslashes(bytes, at: index)
                guard index > first, bytes[index - 1] == UInt8(ascii: "="), let quote = run.quote
                else { return (first, index) }
                let end = JSONMember.escapedString(bytes, from: quote.next, depth: run.quoteDepth).1
                index = end < bytes.count ? Backslashes(bytes, at: end).next : end
            case 0x0A, 0x0D, UInt8(ascii: "'"): return (first, index)
            default: index = unit.next
            }
        }
        return (first, index)
    }
}
