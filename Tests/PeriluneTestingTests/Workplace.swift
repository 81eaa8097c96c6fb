import Foundation
import PeriluneCore
import PeriluneLua

@testable import PeriluneTesting

/// A folder with scripts and tests that is gone after the test.
final class Workplace: Sendable {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "perilune-\(UUID().uuidString)").path

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// Runs all tests in the folder.
    func run(_ change: (inout TestRunner) -> Void = { _ in }) async throws -> TestReport {
        var runner = TestRunner(TestEnvironment())
        runner.wantsPlaces = true
        change(&runner)
        return await runner.run(try TestFile.find([folder]))
    }

    /// A script and its cases.
    static func of(_ script: String, tests: String) throws -> Workplace {
        try Workplace(["rule.lua": script, "rule_test.lua": tests])
    }
}

extension TestReport {
    /// The failures of all cases: line and title.
    var failures: [String] {
        files.compactMap { $0.error.map { "\($0.place.line ?? 0): \($0.message)" } }
            + cases.flatMap(\.failures).map { "\($0.place.line ?? 0): \($0.title)" }
    }
}
