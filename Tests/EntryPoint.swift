import Testing

/// Runs the tests of all targets.
///
/// `make test-build` names this file as the entry point. Without one, the build indexes all sources to find XCTest cases,
/// of which there are none.
@main enum EntryPoint {
    static func main() async {
        // `swift test` also runs this program for XCTest.
        if CommandLine.arguments.contains("xctest") { return }
        await __swiftPMEntryPoint() as Never
    }
}
