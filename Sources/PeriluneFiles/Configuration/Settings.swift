package import PeriluneCore

/// An object of a configuration, which says where it stands when something in it is wrong.
package struct Settings {
    private let members: Value.Members
    private let path: String
    private let source: SettingsSource
    /// The names that somebody has asked for.
    private var asked: Set<String> = []

    package init(
        _ value: Value, at path: String = "", of source: SettingsSource
    ) throws(PeriluneError) {
        guard case .object(let members) = value else {
            throw PeriluneError(
                source.code, "\(path.isEmpty ? "the configuration" : path) must be an object",
                at: source.place(path))
        }
        self.members = members
        self.path = path
        self.source = source
    }

    package mutating func text(_ name: String) throws(PeriluneError) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw wrong(name, "must be a string")
        }
        return text
    }

    /// The name of a file, which begins in the folder of the source.
    package mutating func file(_ name: String) throws(PeriluneError) -> String? {
        try text(name).map { FilePath.join(source.folder, $0) }
    }

    package mutating func required(_ name: String) throws(PeriluneError) -> String {
        if let text = try text(name) { return text }
        // A name that is nearly right would else only be told as the missing one.
        let written = NearestName.of(name, in: members.pairs.map(\.name))
        throw wrong(
            name, "is missing",
            hint: written.map { "did you mean '\(name)' where you wrote '\($0)'?" })
    }

    package mutating func number(
        _ name: String, in range: ClosedRange<Int64>
    ) throws(PeriluneError) -> Int? {
        guard let value = member(name) else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw wrong(name, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    package mutating func flag(_ name: String) throws(PeriluneError) -> Bool? {
        guard let value = member(name) else { return nil }
        guard let flag = value.bool else { throw wrong(name, "must be true or false") }
        return flag
    }

    /// A list of texts.
    package mutating func texts(_ name: String) throws(PeriluneError) -> [String] {
        guard let value = member(name) else { return [] }
        let elements = elements(value)
        let texts = elements?.compactMap(\.string)
        guard let texts, texts.count == elements?.count, !texts.contains("") else {
            throw wrong(name, "must be a list of strings")
        }
        return texts
    }

    package mutating func secret(_ name: String) throws(PeriluneError) -> Secret? {
        guard let value = member(name) else { return nil }
        do throws(PeriluneError) {
            return try SecretReference(value, in: source.folder, code: source.code)
                .resolve(code: source.code)
        } catch {
            var error = error
            error.message = "\(part(name)): \(error.message)"
            error.place = source.place(part(name))
            throw error
        }
    }

    package mutating func object(_ name: String) throws(PeriluneError) -> Settings? {
        guard let value = member(name) else { return nil }
        return try Settings(value, at: part(name), of: source)
    }

    package mutating func list(_ name: String) throws(PeriluneError) -> [Settings] {
        guard let value = member(name) else { return [] }
        guard let elements = elements(value) else { throw wrong(name, "must be a list") }
        var settings: [Settings] = []
        for (index, element) in elements.enumerated() {
            let number = index + source.firstIndex
            settings.append(try Settings(element, at: "\(part(name))[\(number)]", of: source))
        }
        return settings
    }

    /// All members as secrets by name.
    package mutating func secrets() throws(PeriluneError) -> [(name: String, secret: Secret)] {
        var secrets: [(name: String, secret: Secret)] = []
        for pair in members.pairs {
            guard let secret = try secret(pair.name) else { continue }
            secrets.append((pair.name, secret))
        }
        return secrets
    }

    package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(PeriluneError) -> Choice? {
        guard let text = try text(name) else { return nil }
        do throws(PeriluneError) {
            return try Self.choice(text, at: part(name), code: source.code)
        } catch {
            var error = error
            error.place = source.place(part(name))
            throw error
        }
    }

    package static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, at place: String, code: PeriluneError.Code
    ) throws(PeriluneError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw PeriluneError(
                code, "\(place) must be one of \(words)",
                hint: NearestName.hint(for: text, in: Choice.allCases.map(\.rawValue)))
        }
        return choice
    }

    /// Throws where there is a member that nobody asked for.
    package func end() throws(PeriluneError) {
        for pair in members.pairs where !asked.contains(pair.name) {
            throw wrong(
                pair.name, "is not a setting",
                hint: NearestName.hint(for: pair.name, in: asked)
                    ?? "the settings are \(asked.sorted().joined(separator: ", "))")
        }
    }

    /// The elements of a list; Lua does not tell an empty one from an empty table.
    private func elements(_ value: Value) -> [Value]? {
        if source.firstIndex > 0, value.object?.pairs.isEmpty == true { return [] }
        return value.array
    }

    private mutating func member(_ name: String) -> Value? {
        asked.insert(name)
        let value = members[name]
        return value == .null ? nil : value
    }

    private func part(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// What is wrong with a member.
    package func wrong(_ name: String, _ what: String, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            source.code, "\(part(name)) \(what)", at: source.place(part(name)), hint: hint)
    }
}
