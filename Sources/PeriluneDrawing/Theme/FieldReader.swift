import PeriluneCore

/// Reads the fields of a table that a user wrote; errors name the path of the field.
struct FieldReader {
    /// The name in errors, such as `theme` or `annotation 2`.
    let subject: String
    let code: PeriluneError.Code
    /// The path of this table, such as `fonts.title`.
    let path: String
    let members: [(name: String, value: Value)]

    init(
        _ value: Value, subject: String, code: PeriluneError.Code, path: String = ""
    ) throws(PeriluneError) {
        (self.subject, self.code, self.path) = (subject, code, path)
        switch value {
        case .object(let object): members = object.pairs.map { ($0.name, $0.value) }
        // In Lua, an empty table is also a list.
        case .array(let elements) where elements.isEmpty: members = []
        default:
            let place = path.isEmpty ? subject : "\(subject): '\(path)'"
            throw PeriluneError(code, "\(place) must be a table with string keys")
        }
    }

    subscript(name: String) -> Value? {
        guard let value = members.first(where: { $0.name == name })?.value, value != .null else {
            return nil
        }
        return value
    }

    /// The table in a field.
    func table(_ name: String, _ value: Value) throws(PeriluneError) -> FieldReader {
        try FieldReader(value, subject: subject, code: code, path: full(name))
    }

    func error(_ name: String, _ what: String, hint: String? = nil) -> PeriluneError {
        PeriluneError(code, "\(subject): '\(full(name))' \(what)", hint: hint)
    }

    /// The error for an unknown name.
    func unknown(_ name: String, of names: [String]) -> PeriluneError {
        PeriluneError(
            code, "\(subject): unknown field '\(full(name))'",
            hint: NearestName.hint(for: name, in: names)
                ?? "the fields are \(names.joined(separator: ", "))")
    }

    func checkNames(_ names: [String]) throws(PeriluneError) {
        for member in members where !names.contains(member.name) {
            throw unknown(member.name, of: names)
        }
    }

    private func full(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension FieldReader {
    func color(_ name: String, _ value: Value) throws(PeriluneError) -> Color {
        guard let text = value.string, let color = Color(text) else {
            throw error(
                name, "is not a colour", hint: "write #rrggbb, #rrggbbaa, or a name such as red")
        }
        return color
    }

    func colors(_ name: String, _ value: Value, atLeast: Int) throws(PeriluneError) -> [Color] {
        guard let elements = value.array, elements.count >= atLeast, elements.count <= 256 else {
            throw error(name, "must be a list of \(atLeast) to 256 colours")
        }
        var colors: [Color] = []
        for (index, element) in elements.enumerated() {
            colors.append(try color("\(name)[\(index + 1)]", element))
        }
        return colors
    }

    func number(
        _ name: String, _ value: Value, in range: ClosedRange<Double>
    ) throws(PeriluneError) -> Double {
        guard let number = value.double, range.contains(number) else {
            throw error(
                name,
                "must be a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
        }
        return number
    }

    func boolean(_ name: String, _ value: Value) throws(PeriluneError) -> Bool {
        guard let bool = value.bool else { throw error(name, "must be true or false") }
        return bool
    }

    func text(_ name: String, _ value: Value) throws(PeriluneError) -> String {
        guard let text = value.string, !text.isEmpty, text.utf8.count <= 1000 else {
            throw error(name, "must be a string of up to 1000 bytes")
        }
        return text
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ value: Value, _ type: Choice.Type
    ) throws(PeriluneError) -> Choice where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue)
        if let text = value.string, let choice = Choice(rawValue: text) { return choice }
        throw error(
            name, "must be one of \(names.joined(separator: ", "))",
            hint: value.string.flatMap { NearestName.hint(for: $0, in: names) })
    }
}

/// A number for a message, without a fraction if it is an integer.
func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
}

extension Value {
    /// An integer or any other number.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
