import Synchronization

/// Answers queries that are a text in a language of its own: FetchXML, by the CRM plugin.
///
/// Plugins meet here: the one that draws rows does not know who has them.
public protocol RowProvider: Sendable {
    /// Asks for rows.
    ///
    /// - Returns: The rows, or `nil` where it does not speak the language.
    /// - Throws: What is wrong with the query, or why there is no answer.
    func rows(_ request: RowRequest) async throws -> RowAnswer?
}

/// A query as a text, and what its rows are to be restricted to.
public struct RowRequest: Sendable, Hashable {
    /// The language of the text, in lower case: `fetchxml`.
    public var language: String
    /// The query.
    public var text: String
    /// By the name of an argument; one that is not there restricts nothing.
    public var arguments: [String: Argument]
    /// More rows than this are an error, not an answer.
    public var limit: Int

    /// What rows are restricted to under one name.
    public struct Argument: Sendable, Hashable {
        /// The column that must match, where the text has no parameter of the argument's name.
        public var column: String
        /// What matches.
        public var test: Test

        /// Restricts a column.
        public init(column: String, _ test: Test) {
            self.column = column
            self.test = test
        }
    }

    /// What a value must be; dates are texts of ISO 8601.
    public enum Test: Sendable, Hashable {
        case equals(Value)
        case among([Value])
        /// Both ends included.
        case between(Double, Double)
    }

    /// Asks for rows.
    public init(
        _ text: String, language: String, arguments: [String: Argument] = [:],
        limit: Int = 1_000_000
    ) {
        self.text = text
        self.language = language
        self.arguments = arguments
        self.limit = limit
    }
}

extension RowRequest {
    /// The argument that a parameter of a query stands for: `Sales_Region` for `Sales Region`, since a parameter
    /// has only letters, digits and `_`.
    package static func argument(
        for parameter: some StringProtocol, among names: some Sequence<String>
    ) -> String? {
        // The same one every time where two would do.
        names.sorted().first { name in
            String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) == parameter
        }
    }
}

/// Rows, under the names of their columns.
public struct RowAnswer: Sendable, Hashable {
    /// The names of the columns, in order.
    public var columns: [String]
    /// The rows, each with a value for every column: null, numbers, and texts; dates are texts of ISO 8601.
    public var rows: [[Value]]
    /// Whether the query has put the rows in order.
    public var isSorted: Bool
    /// The arguments that the text has parameters for: their columns need not be among the rows'.
    public var bound: Set<String>

    /// Makes an answer.
    public init(
        columns: [String], rows: [[Value]], isSorted: Bool = false, bound: Set<String> = []
    ) {
        self.columns = columns
        self.rows = rows
        self.isSorted = isSorted
        self.bound = bound
    }
}

/// Who answers the queries of a host: added while plugins register, and asked while events run.
public final class RowDirectory: Sendable {
    private let providers = Mutex<[any RowProvider]>([])

    /// Nobody to ask yet.
    public init() {}

    /// Adds what provides rows; the first that speaks a language is asked.
    public func add(_ provider: any RowProvider) {
        providers.withLock { $0.append(provider) }
    }

    /// Asks for rows.
    ///
    /// - Returns: The rows, or `nil` if no plugin knows the language.
    public func rows(_ request: RowRequest) async throws -> RowAnswer? {
        for provider in providers.withLock({ $0 }) {
            if let answer = try await provider.rows(request) { return answer }
        }
        return nil
    }
}
