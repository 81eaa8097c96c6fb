import Testing

/// Runs the tests of all targets.
///
/// SwiftPM takes a file of this name as the entry point. Without one, it reads the index of all sources to find XCTest
/// cases, of which there are none.
@main enum EntryPoint {
    static func main() async {
        // `swift test` may run this program twice, once for XCTest.
        if CommandLine.arguments.contains("xctest") { return }
        await __swiftPMEntryPoint() as Never
    }
}
