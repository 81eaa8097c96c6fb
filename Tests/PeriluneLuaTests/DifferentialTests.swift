import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// The standard library of the sandbox against that of stock Lua: 100,000 generated calls.
struct DifferentialTests {
    private static let seeds = 1...50, casesOfSeed = 2000

    /// Where the sandbox means to differ in what is generated, and why.
    private struct Difference: Sendable {
        let function: String
        let reason: String
        let accepts: @Sendable (_ stock: String, _ ours: String) -> Bool
    }

    private static let differences = [
        Difference(
            function: "remove",
            reason: "5.4.4 names the table where the position is wrong; 5.4.5 does not"
        ) { stock, ours in stock.replacing("#1", with: "#2") == ours },
        Difference(
            function: "sort", reason: "which two values cannot be compared depends on the algorithm"
        ) { stock, ours in
            let message = "-> false, \"attempt to compare "
            return stock.contains(message) && ours.contains(message)
        },
    ]

    @Test func behavesLikeStockLua() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let cases = try String(
            contentsOf: folder.appending(path: "Differential/cases.lua"), encoding: .utf8)
        let stock = try Self.stock(cases)
        let ours = try await Self.ours(cases)
        #expect(stock.count == Self.seeds.count * Self.casesOfSeed)
        #expect(stock.count == ours.count)
        var unlike: [String] = []
        for (stock, ours) in zip(stock, ours) where stock != ours {
            let function = stock.prefix { $0 != "(" }
            let isBinaryMode = Self.differences.contains {
                $0.function == function && $0.accepts(stock, ours)
            }
            if !isBinaryMode { unlike.append("\(stock)\n    here: \(ours)") }
        }
        #expect(unlike.isEmpty, "\(unlike.count): \(unlike.prefix(5).joined(separator: "\n"))")
    }

    @Test func behavesLikeStockLuaInEdgeCases() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Differential/edges.lua")
        let edges = try String(contentsOf: file, encoding: .utf8)
        let stock = try Self.output(
            of: "for _, line in ipairs((function() \(edges)\nend)()) do print(line) end")
        let lab = Lab(limits: ScriptLimits(memory: 256 << 20, time: .milliseconds(60_000)))
        let text = try await lab.emitted(
            "commander:emit(lines)", before: "local lines = (function() \(edges)\nend)()")
        let lines =
            try Value(json: Array((text.first ?? "").utf8)).array?.compactMap(\.string) ?? []
        #expect(stock.count > 9000)
        #expect(stock.count == lines.count)
        let unlike = zip(stock, lines).filter { $0 != $1 }
        #expect(unlike.isEmpty, "\(unlike.count): \(unlike.prefix(5))")
    }

    private static func stock(_ cases: String) throws -> [String] {
        try output(
            of: """
                local cases = (function() \(cases) end)()
                for seed = \(seeds.lowerBound), \(seeds.upperBound) do
                    for _, line in ipairs(cases(seed, \(casesOfSeed))) do print(line) end
                end
                """)
    }

    private static func output(of program: String) throws -> [String] {
        let process = Process(), output = Pipe(), input = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["TZ=UTC", "LC_ALL=C", "lua5.4", "-"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(program.utf8))
        try input.fileHandleForWriting.close()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map { String($0) }
    }

    private static func ours(_ cases: String) async throws -> [String] {
        let lab = Lab(limits: ScriptLimits(memory: 256 << 20, time: .milliseconds(60_000)))
        let rule = lab.rule(
            "commander:emit(cases(event.data.seed, \(casesOfSeed)))",
            before: "local cases = (function() \(cases) end)()")
        let results = try await lab.run(
            rule, seeds.map { .test(#"{"seed":\#($0)}"#, id: "\($0)") })
        if let error = results.records.compactMap(\.error).first { throw error }
        return try results.lines.flatMap { line in
            try Value(json: Array(line.utf8)).array?.compactMap(\.string) ?? []
        }
    }
}
