import PeriluneCore

/// An object of a configuration, which says where it stands when something in it is wrong.
struct Settings {
    private let members: Value.Members
    private let path: String
    /// The names that somebody has asked for.
    private var asked: Set<String> = []

    init(_ value: Value, at path: String) throws(PeriluneError) {
        guard case .object(let members) = value else {
            throw Self.wrong(path.isEmpty ? "the configuration" : path, "is no object")
        }
        self.members = members
        self.path = path
    }

    mutating func text(_ name: String) throws(PeriluneError) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw Self.wrong(place(name), "is no text")
        }
        return text
    }

    mutating func required(_ name: String) throws(PeriluneError) -> String {
        guard let text = try text(name) else { throw Self.wrong(place(name), "is missing") }
        return text
    }

    mutating func number(
        _ name: String, in range: ClosedRange<Int64>
    ) throws(PeriluneError) -> Int? {
        guard let value = member(name) else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw Self.wrong(
                place(name),
                "is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    mutating func flag(_ name: String) throws(PeriluneError) -> Bool? {
        guard let value = member(name) else { return nil }
        guard let flag = value.bool else { throw Self.wrong(place(name), "is not true or false") }
        return flag
    }

    mutating func secret(_ name: String) throws(PeriluneError) -> Secret? {
        guard let reference = try text(name) else { return nil }
        do throws(PeriluneError) {
            return try SecretReference.resolve(reference)
        } catch {
            var error = error
            error.message = "\(place(name)): \(error.message)"
            throw error
        }
    }

    mutating func object(_ name: String) throws(PeriluneError) -> Settings? {
        guard let value = member(name) else { return nil }
        return try Settings(value, at: place(name))
    }

    mutating func list(_ name: String) throws(PeriluneError) -> [Settings] {
        guard let value = member(name) else { return [] }
        guard let elements = value.array else { throw Self.wrong(place(name), "is no list") }
        var settings: [Settings] = []
        for (index, element) in elements.enumerated() {
            settings.append(try Settings(element, at: "\(place(name))[\(index)]"))
        }
        return settings
    }

    /// All members as secrets by name.
    mutating func secrets() throws(PeriluneError) -> [WebhookAuthentication.Setting] {
        var settings: [WebhookAuthentication.Setting] = []
        for pair in members.pairs {
            guard let secret = try secret(pair.name) else { continue }
            settings.append(.init(pair.name, secret))
        }
        return settings
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(PeriluneError) -> Choice? {
        guard let text = try text(name) else { return nil }
        return try Self.choice(text, place(name))
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, _ place: String
    ) throws(PeriluneError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong(place, "is none of \(words)")
        }
        return choice
    }

    /// Throws where there is a member that nobody asked for.
    func end() throws(PeriluneError) {
        for pair in members.pairs where !asked.contains(pair.name) {
            throw Self.wrong(place(pair.name), "is no setting")
        }
    }

    private mutating func member(_ name: String) -> Value? {
        asked.insert(name)
        let value = members[name]
        return value == .null ? nil : value
    }

    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    static func wrong(_ place: String, _ what: String) -> PeriluneError {
        PeriluneError("crm.configuration", "\(place) \(what)")
    }
}
