public import PeriluneCore

/// A probable mistake in a link.
///
/// The link works regardless.
public struct LinkWarning: Hashable, Sendable {
    /// A stable, dotted name for the kind of warning.
    public let code: PeriluneError.Code
    /// The parameter it is about, as the link writes it.
    public let parameter: String?
    /// One sentence without the values of secrets.
    public let message: String

    init(_ code: PeriluneError.Code, _ message: String, parameter: String? = nil) {
        self.code = code
        self.parameter = parameter
        self.message = message
    }

    /// The warning as data.
    public var value: Value {
        var members = Value.Members()
        members["code"] = .string(code.rawValue)
        if let parameter { members["parameter"] = .string(parameter) }
        members["message"] = .string(message)
        return .object(members)
    }
}
