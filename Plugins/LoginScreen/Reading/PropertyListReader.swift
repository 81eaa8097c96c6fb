import PeriluneCore
import PeriluneDrawing
import PeriluneXML

/// A dictionary of the property list, whose values are asked for by key and kind.
///
/// What is of another kind is told and passed over, as the app does: one wrong value spoils nothing else.
struct PropertyListReader {
    let list: PropertyList
    /// The path of the dictionary: `LoginIcon.IconFont`; empty for the root.
    let path: String
    let issues: IssueList

    init(_ list: PropertyList, _ path: String, _ issues: IssueList, keys: [String]) {
        self.list = list
        self.path = path
        self.issues = issues
        for member in list.members ?? [] where !keys.contains(member.key) {
            let meant = NearestName.hint(for: member.key, in: keys)
            issues.add(
                meant == nil ? .warning : .error, "login.key",
                "unknown key '\(member.key.prefix(80))'\(place); it has no effect",
                line: member.line, column: member.column,
                hint: meant ?? "the keys are \(keys.joined(separator: ", "))")
        }
    }

    private var place: String { path.isEmpty ? "" : " in \(path)" }

    func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    func dictionary(_ key: String, keys: [String]) -> PropertyListReader? {
        guard let value = list[key] else { return nil }
        guard value.members != nil else { return reportTypeError(key, value, "a dictionary") }
        return PropertyListReader(value, path(key), issues, keys: keys)
    }

    /// The dictionaries of an array.
    func dictionaries(_ key: String, keys: [String]) -> [PropertyListReader] {
        guard let value = list[key] else { return [] }
        guard let elements = value.elements else {
            let none: [PropertyListReader]? = reportTypeError(key, value, "an array")
            return none ?? []
        }
        return elements.enumerated().compactMap { index, element in
            guard element.members != nil else {
                issues.add(
                    .error, "login.type",
                    "\(path(key))[\(index)] must be a dictionary, got \(element.kind)",
                    line: element.line, column: element.column)
                return nil
            }
            return PropertyListReader(element, "\(path(key))[\(index)]", issues, keys: keys)
        }
    }

    /// A text; an empty one is one.
    func text(_ key: String) -> String? {
        guard let value = list[key] else { return nil }
        return value.string ?? reportTypeError(key, value, "a string")
    }

    /// A number that takes effect: greater than zero.
    func size(_ key: String, upTo most: Double) -> Double? {
        guard let value = list[key] else { return nil }
        guard let number = value.number else { return reportTypeError(key, value, "a number") }
        guard number > 0 else {
            // An editor writes zero for a number that was not entered.
            warn(
                key, "login.zero", "is \(Self.short(number)), which has no effect",
                number < 0 ? "write a number greater than 0" : nil)
            return nil
        }
        guard number <= most else {
            refuse(key, "is \(Self.short(number)); the maximum is \(Self.short(most))")
            return nil
        }
        return number
    }

    /// A whole number, where zero counts.
    func choice(_ key: String, _ range: ClosedRange<Int>, _ meaning: String) -> Int? {
        guard let value = list[key] else { return nil }
        guard let number = value.number else { return reportTypeError(key, value, "a number") }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            refuse(key, "is \(Self.short(number)), not one of \(meaning)")
            return nil
        }
        return whole
    }

    func flag(_ key: String) -> Bool? {
        guard let value = list[key] else { return nil }
        if let truth = value.boolean { return truth }
        // Foundation takes a number for a boolean, and so does the app.
        if let number = value.number, number == 0 || number == 1 {
            warn(key, "login.type", "must be true or false, got a number", nil)
            return number == 1
        }
        return reportTypeError(key, value, "true or false")
    }

    func color(_ key: String) -> Color? {
        guard let text = text(key) else { return nil }
        if let color = ColorText.color(text) { return color }
        guard !text.isEmpty else {
            warn(key, "login.empty", "is empty, so the default colour is used", nil)
            return nil
        }
        refuse(
            key, "is '\(text.prefix(40))', which is not a colour",
            "write # and six hexadecimal digits, or eight with the opacity first, such as #FF6800 or #BAFF6800"
        )
        return nil
    }

    /// The name of an image or a font, which has no extension.
    func resource(_ key: String, _ extensions: [String]) -> String? {
        guard let name = text(key) else { return nil }
        if name.contains("/") || name.contains("\\") {
            refuse(key, "is '\(name.prefix(80))', which is a path", "write the name only")
            return nil
        }
        if let ending = extensions.first(where: { name.lowercased().hasSuffix(".\($0)") }) {
            refuse(
                key, "is '\(name.prefix(80))', and names have no extension",
                "write '\(name.dropLast(ending.count + 1))'")
            return nil
        }
        return name
    }

    func refuse(_ key: String, _ what: String, _ hint: String? = nil) {
        add(.error, "login.value", key, what, hint)
    }

    func warn(_ key: String, _ code: PeriluneError.Code, _ what: String, _ hint: String?) {
        add(.warning, code, key, what, hint)
    }

    private func add(
        _ severity: LoginIssue.Severity, _ code: PeriluneError.Code, _ key: String,
        _ what: String, _ hint: String?
    ) {
        let value = list[key]
        issues.add(
            severity, code, "\(path(key)) \(what)", line: value?.line ?? list.line,
            column: value?.column ?? list.column, hint: hint)
    }

    private func reportTypeError<Wanted>(
        _ key: String, _ value: PropertyList, _ wanted: String
    ) -> Wanted? {
        issues.add(
            .error, "login.type", "\(path(key)) must be \(wanted), got \(value.kind)",
            line: value.line, column: value.column)
        return nil
    }

    private static func short(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
