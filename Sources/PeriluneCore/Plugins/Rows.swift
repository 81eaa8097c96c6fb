import Synchronization

/// Answers queries in a language of its own, such as FetchXML in the CRM plugin.
///
/// It connects plugins: the plugin that draws rows does not know the one that provides them.
public protocol RowProvider: Sendable {
    /// Runs a query.
    ///
    /// - Returns: The rows, or `nil` if the provider does not know the language.
    /// - Throws: An error if the query is invalid or cannot be answered.
    func rows(_ request: RowRequest) async throws -> RowAnswer?
}

/// A query as text, with restrictions of its rows.
public struct RowRequest: Sendable, Hashable {
    /// The language of the text, in lower case: `fetchxml`.
    public var language: String
    /// The query.
    public var text: String
    /// The restrictions by name; a missing one restricts nothing.
    public var arguments: [String: Argument]
    /// The maximum number of rows; more are an error.
    public var limit: Int

    /// A restriction of rows.
    public struct Argument: Sendable, Hashable {
        /// The column to restrict, unless the text has a parameter with the argument's name.
        public var column: String
        /// The condition for values of the column.
        public var test: Test

        /// Restricts a column.
        public init(column: String, _ test: Test) {
            self.column = column
            self.test = test
        }
    }

    /// A condition for a value; dates are ISO 8601 strings.
    public enum Test: Sendable, Hashable {
        case equals(Value)
        case among([Value])
        /// A number in this range, including both ends.
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
    /// The argument for a parameter of a query.
    ///
    /// Parameters have only letters, digits and `_`, so `Sales_Region` is the parameter for `Sales Region`.
    package static func argument(
        for parameter: some StringProtocol, among names: some Sequence<String>
    ) -> String? {
        // Sorted, so that the result does not depend on the order of the dictionary if two names fit.
        names.sorted().first { name in
            String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) == parameter
        }
    }
}

/// Rows, under the names of their columns.
public struct RowAnswer: Sendable, Hashable {
    /// The names of the columns, in order.
    public var columns: [String]
    /// The rows, each with a value for every column: null, numbers and strings; dates are ISO 8601 strings.
    public var rows: [[Value]]
    /// Whether the query has sorted the rows.
    public var isSorted: Bool
    /// The arguments for which the text has parameters; their columns need not be in the result.
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

/// The providers of rows of a host.
///
/// Plugins add them when they register.
public final class RowDirectory: Sendable {
    private let providers = Mutex<[any RowProvider]>([])

    /// Creates a directory without providers.
    public init() {}

    /// Adds a provider; the first one that knows the language of a query answers it.
    public func add(_ provider: any RowProvider) {
        providers.withLock { $0.append(provider) }
    }

    /// Runs a query.
    ///
    /// - Returns: The rows, or `nil` if no plugin knows the language.
    public func rows(_ request: RowRequest) async throws -> RowAnswer? {
        for provider in providers.withLock({ $0 }) {
            if let answer = try await provider.rows(request) { return answer }
        }
        return nil
    }
}
