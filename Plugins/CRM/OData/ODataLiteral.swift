package import PeriluneCore

/// Whose spelling an expression has: the 2013 service speaks version 2, the Web API version 4.
package enum ODataVersion: Sendable {
    case v2, v4
}

/// A constant of an expression or of a key in a URL.
package enum ODataLiteral: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As it was spelled, without a suffix: the column decides what kind of number it is.
    case number(String)
    case string(String)
    case guid(GUID)
    case date(Timestamp)

    /// The literal as written in an expression of that version.
    package func text(_ version: ODataVersion) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): Self.quoted(text)
        case .guid(let id): version == .v2 ? "guid'\(id)'" : id.description
        case .date(let time): version == .v2 ? "datetime'\(time)'" : time.description
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "'"
        for character in text.unicodeScalars {
            quoted.unicodeScalars.append(character)
            if character == "'" { quoted += "'" }
        }
        return quoted + "'"
    }

    /// A day, a day with a time, with a zone or without: without one it is UTC.
    static func time(_ text: String) -> Timestamp? {
        if let time = Timestamp(text) ?? Timestamp(text + "Z") { return time }
        // Minutes without seconds are legal in both versions.
        if text.utf8.count == 16 { return Timestamp(text + ":00Z") }
        return text.utf8.count == 10 ? Timestamp(text + "T00:00:00Z") : nil
    }
}
