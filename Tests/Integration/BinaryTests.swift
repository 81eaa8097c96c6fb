import Testing

/// What the command brings along.
struct BinaryTests {
    /// Those of the standard library: called in a debug build, carried in a release build.
    ///
    /// `PeriluneCore/Text/Searching.swift` has what is needed of them.
    @Test func theCommandNeedsNoRegularExpressions() throws {
        let shell = try Shell()
        let calls = try shell.run("nm --dynamic --undefined-only bin/perilune | swift demangle")
        #expect(calls.output.contains("memcpy"), "\(calls.errors)")
        let found = calls.lines.filter { $0.contains("_StringProcessing") }
        #expect(found.isEmpty, "import PeriluneCore where these are called: \(found)")
        let carried = try shell.run("grep --text --count 12_RegexParser bin/perilune")
        #expect(carried.output == "0\n")
    }
}
