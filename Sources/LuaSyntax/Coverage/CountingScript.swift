/// A script rewritten so that it counts what it runs.
///
/// Every statement adds one to its counter before it is run, and every condition goes through a function that
/// counts it as true or false. All lines stay where they are, so errors and tracebacks are those of the file.
///
/// The chunk takes the table of counters, and returns the file's own chunk:
///
/// ```lua
/// local __counts=…;local function __test(n,v) … end;return function(...)__counts[1]=__counts[1]+1;return {}
/// end
/// ```
package struct CountingScript: Sendable {
    /// The rewritten source.
    package let source: [UInt8]
    /// The meaning of the counters.
    package let points: CoveragePoints

    /// Rewrites a script; throws where Lua would refuse it.
    package init(_ source: [UInt8]) throws(Diagnostic) {
        let tree = try SyntaxTree(parsing: source)
        // Lua also refuses a `goto` without a label.
        _ = try Resolution(tree)
        var finder = PointFinder(tree)
        finder.find()
        points = finder.points
        self.source = Self.rewrite(tree.lines, finder.insertions, points)
    }

    private static func rewrite(
        _ lines: LineTable, _ insertions: [PointFinder.Insertion], _ points: CoveragePoints
    ) -> [UInt8] {
        let sorted = insertions.enumerated().sorted {
            ($0.element.offset, $0.element.rank, $0.offset)
                < ($1.element.offset, $1.element.rank, $1.offset)
        }
        // A byte order mark stays at the beginning.
        let start = lines.starts[0]
        var text = Array(lines.bytes[..<start])
        text += Array(
            """
            local __counts=...;for i=1,\(points.counters) do __counts[i]=__counts[i] or 0 end;\
            local function __test(n,v)if not v then n=n+1 end;__counts[n]=__counts[n]+1;return v end;\
            return function(...)
            """.utf8)
        var at = start
        for (_, insertion) in sorted {
            text += lines.bytes[at..<insertion.offset]
            text += Array(insertion.text.utf8)
            at = insertion.offset
        }
        text += lines.bytes[at...]
        // The file may end with a line comment.
        return text + Array("\nend".utf8)
    }
}
