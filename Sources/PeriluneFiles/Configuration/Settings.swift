package import PeriluneCore

/// An object of a configuration, whose errors name the place of the setting in it.
///
/// Each reader takes the name of a setting that the schema declares, treats null like a missing setting, and throws an error with
/// the code of the source if the value has the wrong type.
package struct Settings {
    private let members: Value.Members
    private let schema: SettingsSchema
    private let path: String
    private let source: SettingsSource

    /// Throws if the schema does not have a member.
    package init(
        _ value: Value, _ schema: SettingsSchema, at path: String = "", of source: SettingsSource
    ) throws(PeriluneError) {
        guard case .object(let members) = value else {
            throw PeriluneError(
                source.code, "\(path.isEmpty ? "the configuration" : path) must be an object",
                at: source.place(path))
        }
        self.members = members
        self.schema = schema
        self.path = path
        self.source = source
        let names = schema.fields.map(\.name)
        for pair in members.pairs where !names.contains(pair.name) {
            throw error(
                at: pair.name, "is not a setting",
                hint: NearestName.hint(for: pair.name, in: names)
                    ?? "the settings are \(names.sorted().joined(separator: ", "))")
        }
    }

    /// A string that is not empty; `nil` if it is missing.
    package func text(_ name: String) throws(PeriluneError) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw error(at: name, "must be a string")
        }
        return text
    }

    /// A file name, resolved in the folder of the source.
    package func file(_ name: String) throws(PeriluneError) -> String? {
        try text(name).map { FilePath.join(source.folder, $0) }
    }

    /// A required string that is not empty.
    package func required(_ name: String) throws(PeriluneError) -> String {
        if let text = try text(name) { return text }
        throw error(at: name, "is missing")
    }

    /// An integer in the range that the schema declares; `nil` if it is missing.
    package func number(_ name: String) throws(PeriluneError) -> Int? {
        guard let value = member(name) else { return nil }
        guard case .number(let range)? = schema[name]?.kind else {
            preconditionFailure("\(name) is not a number of the schema")
        }
        guard let number = value.integer, range.contains(number) else {
            throw error(
                at: name, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    /// True or false; `nil` if it is missing, so that the caller applies the default.
    package func flag(_ name: String) throws(PeriluneError) -> Bool? {
        guard let value = member(name) else { return nil }
        guard let flag = value.bool else { throw error(at: name, "must be true or false") }
        return flag
    }

    /// A string, or a list of strings.
    package func texts(_ name: String) throws(PeriluneError) -> [String] {
        guard let value = member(name) else { return [] }
        let elements = value.string == nil ? elements(value) : [value]
        let texts = elements?.compactMap(\.string)
        guard let texts, texts.count == elements?.count, !texts.contains("") else {
            throw error(at: name, "must be a string or a list of strings")
        }
        return texts
    }

    /// The secret for a reference such as `env:NAME`, which is read now; `nil` if the setting is missing.
    ///
    /// - Throws: An error if the value is not a reference, or if the variable, file or credential cannot be read.
    package func secret(_ name: String) throws(PeriluneError) -> Secret? {
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

    /// A nested object, checked against its own schema; `nil` if it is missing.
    package func object(_ name: String) throws(PeriluneError) -> Settings? {
        guard let value = member(name) else { return nil }
        guard case .object(let schema)? = schema[name]?.kind else {
            preconditionFailure("\(name) is not an object of the schema")
        }
        return try Settings(value, schema, at: part(name), of: source)
    }

    /// The objects of a list, each checked against the schema of the elements; empty if it is missing.
    package func list(_ name: String) throws(PeriluneError) -> [Settings] {
        guard let value = member(name) else { return [] }
        guard let elements = elements(value) else { throw error(at: name, "must be a list") }
        guard case .list(let schema)? = schema[name]?.kind else {
            preconditionFailure("\(name) is not a list of objects of the schema")
        }
        var settings: [Settings] = []
        for (index, element) in elements.enumerated() {
            let number = index + source.firstIndex
            settings.append(
                try Settings(element, schema, at: "\(part(name))[\(number)]", of: source))
        }
        return settings
    }

    /// An object that the caller checks; empty if it is missing.
    package func table(_ name: String) throws(PeriluneError) -> Value {
        guard let value = member(name) else { return .object(.init()) }
        guard value.object != nil else { throw error(at: name, "must be an object") }
        return value
    }

    /// The members of an object as secrets by name.
    package func secrets(
        _ name: String
    ) throws(PeriluneError) -> [(name: String, secret: Secret)]? {
        guard let value = member(name) else { return nil }
        guard case .object(let members) = value else { throw error(at: name, "must be an object") }
        let fields = members.pairs.map { SettingsSchema.Field($0.name, .secret, "") }
        let object = try Settings(value, SettingsSchema(fields), at: part(name), of: source)
        var secrets: [(name: String, secret: Secret)] = []
        for pair in members.pairs {
            guard let secret = try object.secret(pair.name) else { continue }
            secrets.append((pair.name, secret))
        }
        return secrets
    }

    /// The case with the raw value; `nil` if the setting is missing.
    ///
    /// - Throws: An error if there is no such case, with a hint at the nearest one.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
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

    /// The case with a raw value from another place, such as the command line.
    ///
    /// - Throws: An error with this code if there is none; its message begins with `place`.
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

    /// The elements of a list; an empty table is also an empty list.
    private func elements(_ value: Value) -> [Value]? {
        if source.firstIndex > 0, value.object?.pairs.isEmpty == true { return [] }
        return value.array
    }

    /// Whether the setting has a value, even an empty one.
    package func isSet(_ name: String) -> Bool { member(name) != nil }

    private func member(_ name: String) -> Value? {
        assert(schema[name] != nil, "the schema has no \(name)")
        let value = members[name]
        return value == .null ? nil : value
    }

    private func part(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Creates the error for an invalid setting.
    package func error(at name: String, _ what: String, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            source.code, "\(part(name)) \(what)", at: source.place(part(name)), hint: hint)
    }
}
