public import PeriluneCore

/// Something wrong with metadata, data or an expression: what MAKit calls an `MAError`.
///
/// It is reported and stored instead of thrown, so that the rest of a dashboard is still shown.
public struct ChartIssue: Error, Sendable, Hashable {
    /// The kind of the issue with its details.
    package var kind: Kind
    /// The place of the issue, as far as it is known.
    public var place: PeriluneError.Place
    /// Whether it keeps something from being drawn.
    public var level: Level
    /// How to fix it.
    public var hint: String?
    /// For an expression, its text, which is shown with a caret below.
    package var excerpt: Excerpt?
    /// A more specific message; `nil` for the standard one of its kind.
    package var reason: String?

    package init(
        _ kind: Kind, at place: PeriluneError.Place = .init(), level: Level? = nil,
        reason: String? = nil, hint: String? = nil
    ) {
        self.kind = kind
        self.place = place
        self.level = level ?? kind.usualLevel
        self.reason = reason
        self.hint = hint
    }

    /// The severity.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Information; there is no problem.
        case note = "Note"
        /// The valid part was drawn.
        case warning = "Warning"
        /// Something could not be drawn.
        case error = "Error"
    }

    /// An expression on one line, and the offset of the error in bytes, from 1.
    package struct Excerpt: Sendable, Hashable {
        package var line: String
        package var column: Int
    }

    /// A case for each code, with its details.
    package enum Kind: Sendable, Hashable {
        case pathNotSpecified
        case fileNotFound(file: String)
        case invalidXML(file: String, line: Int, column: Int)
        case missingNode(node: String, line: Int)
        case missingAttribute(node: String, attribute: String, line: Int)
        case wrongValue(node: String, attribute: String, value: String, line: Int)
        case outOfSequence(node: String, sequence: Int)
        case unrecognized(node: String, line: Int)
        case undefined(node: String, attribute: String, value: String)
        case missingColumn(chart: String, query: String, column: String)
        case emptyTable(chart: String, query: String)
        case lowMemory(other: String)
        case expression(chart: String, expression: String, row: Int)
        case other(String)
    }
}
