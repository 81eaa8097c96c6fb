package import PeriluneCore

/// Something wrong with metadata, data or an expression: what MAKit calls an `MAError`.
///
/// It is told and kept, never thrown on its own: the rest of a dashboard goes on.
package struct ChartIssue: Error, Sendable, Hashable {
    package var kind: Kind
    /// Where it stands, as far as it is known.
    package var place: PeriluneError.Place
    package var level: Level
    /// What the reader can do about it.
    package var hint: String?
    /// What is wrong in this case; `nil` for the sentence of its kind.
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

    package enum Level: String, Sendable, Hashable, CaseIterable {
        case warning = "Warning"
        case error = "Error"
    }

    /// One case for each code, with the details that it carries.
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
