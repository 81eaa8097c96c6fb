import Testing

@testable import PeriluneLua

/// The counts of files that several states load.
struct CoverageRecorderTests {
    private let recorder = CoverageRecorder()

    private func load(_ text: String) -> [UInt8]? {
        recorder.counting(Array(text.utf8), path: "rule.lua")
    }

    private var counts: [UInt64]? { recorder.files.first?.counts }

    @Test func aFileThatIsLoadedAgainKeepsItsCounts() throws {
        let counting = try #require(load("local a = 1\nreturn a"))
        recorder.add([2, 3], path: "rule.lua")
        #expect(load("local a = 1\nreturn a") == counting)
        recorder.add([1, 1], path: "rule.lua")
        #expect(counts?.dropFirst().prefix(2) == [3, 4])
    }

    /// Its lines are others.
    @Test func aFileThatHasChangedBeginsAnew() {
        _ = load("local a = 1\nreturn a")
        recorder.add([2, 3], path: "rule.lua")
        _ = load("return 2")
        #expect(counts?.allSatisfy { $0 == 0 } == true)
    }
}
