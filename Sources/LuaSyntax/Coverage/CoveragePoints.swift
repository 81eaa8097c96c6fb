/// The places of a script whose executions a coverage run counts.
package struct CoveragePoints: Sendable, Hashable {
    /// A statement.
    package struct Step: Sendable, Hashable {
        /// Its line, from 1.
        package let line: Int
        /// The number of its counter, from 1.
        package let counter: Int
    }

    /// A condition, counted separately for true and false.
    package struct Condition: Sendable, Hashable {
        /// The line where it begins, from 1.
        package let line: Int
        /// The column where it begins, from 1.
        package let column: Int
        /// The range of its bytes in the source.
        package let range: Range<Int>
        /// The number of the counter for true; that for false is the next one.
        package let counter: Int
    }

    /// A function, counted by its first statement.
    package struct Function: Sendable, Hashable {
        /// The name of the function, as far as the file shows it.
        package let name: String
        /// Its line, from 1.
        package let line: Int
        /// The number of the counter of its first statement.
        package let counter: Int
    }

    /// The statements, in the order of the file.
    package internal(set) var steps: [Step] = []
    /// The conditions, in the order of the file.
    package internal(set) var conditions: [Condition] = []
    /// The functions that have statements.
    package internal(set) var functions: [Function] = []
    /// The number of counters.
    package internal(set) var counters = 0
}
