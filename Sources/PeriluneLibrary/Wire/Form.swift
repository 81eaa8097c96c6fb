package import PeriluneCore

/// A received value that is validated while it is read; errors name the path, such as `modules[0].functions[2].name`.
package struct Form {
    /// The value as it was received.
    package let value: Value
    /// The path of the value in the message, for errors; empty for the message itself.
    package let path: String

    package init(_ value: Value, _ path: String) {
        self.value = value
        self.path = path
    }

    /// A member of an object; `nil` if it is missing or null.
    package subscript(name: String) -> Form? {
        guard let member = value[name], member != .null else { return nil }
        return Form(member, path.isEmpty ? name : "\(path).\(name)")
    }

    /// A required member.
    ///
    /// - Throws: `plugin.boundary` if it is missing, like all readers for values that are missing or invalid.
    package func required(_ name: String) throws(PeriluneError) -> Form {
        guard let form = self[name] else { throw .broken("\(path): '\(name)' is missing") }
        return form
    }

    /// A required string.
    package func text(_ name: String, most: Int = 4096) throws(PeriluneError) -> String {
        try required(name).text(most: most)
    }

    /// The text of a member; `nil` if it is missing or null.
    package func optionalText(
        _ name: String, most: Int = 4096
    ) throws(PeriluneError) -> String? {
        try self[name]?.text(most: most)
    }

    /// The value as a string of at most this many bytes of UTF-8.
    package func text(most: Int = 4096) throws(PeriluneError) -> String {
        guard let text = value.string, text.utf8.count <= most else {
            throw .broken("\(path) must be a string of at most \(most) bytes")
        }
        return text
    }

    /// A boolean member; false if it is missing.
    package func flag(_ name: String) throws(PeriluneError) -> Bool {
        guard let form = self[name] else { return false }
        guard let flag = form.value.bool else { throw .broken("\(form.path) must be a boolean") }
        return flag
    }

    /// An integer member within a range; the default if it is missing, and an error without a default.
    package func integer(
        _ name: String, in range: ClosedRange<Int64> = Int64.min...Int64.max, default: Int64? = nil
    ) throws(PeriluneError) -> Int64 {
        guard let form = self[name] else {
            if let `default` { return `default` }
            throw .broken("\(path): '\(name)' is missing")
        }
        guard let number = form.value.integer, range.contains(number) else {
            throw .broken("\(form.path) must be an integer in \(range)")
        }
        return number
    }

    /// The elements of a list; empty if it is missing.
    package func list(_ name: String, most: Int = 1000) throws(PeriluneError) -> [Form] {
        guard let form = self[name] else { return [] }
        return try form.list(most: most)
    }

    /// The elements of an array of at most this many.
    package func list(most: Int = 1000) throws(PeriluneError) -> [Form] {
        guard let elements = value.array, elements.count <= most else {
            throw .broken("\(path) must be a list of at most \(most) elements")
        }
        return elements.enumerated().map { Form($0.element, "\(path)[\($0.offset)]") }
    }

    /// A member that is one of the raw values of a type.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws(PeriluneError) -> Choice {
        let form = try required(name)
        guard let choice = Choice(rawValue: try form.text()) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .broken("\(form.path) must be one of \(known)")
        }
        return choice
    }
}

extension Value.Members {
    /// Adds a string unless it is `nil`.
    package mutating func set(_ name: String, _ text: String?) {
        if let text { self[name] = .string(text) }
    }
}
