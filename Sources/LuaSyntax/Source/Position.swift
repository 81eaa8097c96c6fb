/// A position in a script: the start of a token.
package struct Position: Hashable, Sendable, Comparable {
    /// The number of bytes before it.
    package let offset: Int
    /// The line as Lua counts it, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int

    /// Makes a position.
    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The order in the file.
    package static func < (left: Position, right: Position) -> Bool { left.offset < right.offset }
}
