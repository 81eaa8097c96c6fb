/// The places of a script that a coverage run looks at.
package struct CoveragePoints: Sendable, Hashable {
    /// Something that is run, or not.
    package struct Step: Sendable, Hashable {
        /// Its line, from 1.
        package let line: Int
        /// The number of its counter, from 1.
        package let counter: Int
    }

    /// A condition: it should have been true and false.
    package struct Condition: Sendable, Hashable {
        /// The line where it begins, from 1.
        package let line: Int
        /// The column where it begins, from 1.
        package let column: Int
        /// Its offsets in the source.
        package let range: Range<Int>
        /// The number of the counter of true; that of false is the next.
        package let counter: Int
    }

    /// A function, by its first statement.
    package struct Function: Sendable, Hashable {
        /// What it is called, as far as the file tells.
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
    /// How many counters there are.
    package internal(set) var counters = 0
}
