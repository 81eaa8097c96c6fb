import CodecsPlugin
import Foundation
import Perilune
import PeriluneCore
import PeriluneJSON
import Testing

/// The tables in `Data`: logs, and what becomes of their entries.
struct CodecCasesTests {
    struct Case: CustomTestStringConvertible {
        let file: String
        let table: Value

        var testDescription: String { "\(file): \(table["name"]?.string ?? "")" }
    }

    static let cases: [Case] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".cases.jsonl") }.sorted().flatMap { file in
            let text =
                (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { line in
                (try? Value(json: String(line))).map { Case(file: file, table: $0) }
            }
        }
    }()

    @Test func everyLineOfTheTablesIsACase() {
        #expect(Self.cases.count > 60)
        #expect(Self.cases.allSatisfy { $0.table["as"]?.string != nil })
    }

    @Test(arguments: cases) func aRecordBecomesTheEventOfTheTable(_ example: Case) throws {
        let table = example.table
        let log = try TestLog(Array((table["log"]?.string ?? "").utf8))
        var found: [Value] = []
        let name = table["as"]?.string ?? ""
        do {
            let codec = try Codecs.named(name).configured(table["options"] ?? .object(.init()))
            try log.read(codec, into: &found)
        } catch let error as PeriluneError {
            found.append(TestLog.value(of: error))
        }
        let expected = table["expect"]?.array ?? []
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            for member in expected.object?.pairs ?? [] {
                let wanted: Value? = member.value == .null ? Value?.none : member.value
                #expect(found[member.name] == wanted)
            }
        }
    }
}
