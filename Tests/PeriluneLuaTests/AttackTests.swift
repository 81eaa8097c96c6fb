import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Scripts that want to hang, fill or end the host.
///
/// Each says in `-- expect:` how it may end.
@Suite(.serialized)
struct AttackTests {
    private let lab = Lab(
        limits: ScriptLimits(memory: 32 << 20, time: .milliseconds(Self.isSanitized ? 300 : 100)))

    /// Under Address Sanitizer, harmless scripts need several times as long.
    private static let isSanitized =
        ProcessInfo.processInfo.environment["PERILUNE_SANITIZED"] != nil

    @Test(arguments: Attack.all)
    func endsWhileTheFileLoads(_ attack: Attack) async throws {
        let hang = HangGuard(attack.name)
        defer { hang.end() }
        let script = lab.script(
            """
            local function attack()
            \(attack.source)
            end
            attack()
            return { on = "test.*", execute = function() end }
            """, name: attack.name)
        var ending = "harmless"
        do {
            _ = try await lab.host(script)
        } catch let error as PeriluneError {
            ending = Attack.ending(error)
        }
        #expect(attack.allows(ending), "it ended with \(ending)")
    }

    @Test(arguments: Attack.all)
    func affectsNeitherTheNextEventNorAnotherScript(_ attack: Attack) async throws {
        let hang = HangGuard(attack.name)
        defer { hang.end() }
        let attacker = lab.script(
            """
            local function attack()
            \(attack.source)
            end
            return { on = "test.*", execute = function(event, commander)
                if event.data.attack then attack() end
                commander:emit("alive")
                return commander:pass()
            end }
            """, name: attack.name)
        let bystander = lab.script(
            """
            local seen = 0
            return { on = "test.*", execute = function(event, commander)
                seen = seen + 1
                commander:emit(seen)
            end }
            """, name: "bystander.lua")
        let host = try await lab.host(attacker, bystander)
        let results = try await host.process(all: [
            .test(#"{"attack":true}"#, id: "1"), .test("{}", id: "2"),
        ])
        let error = results.records[0].error
        let ending = error.map { Attack.ending($0) } ?? "harmless"
        #expect(attack.allows(ending), "it ended with \(ending): \(error?.message ?? "")")
        let first = error == nil ? [#""alive""#, "1"] : ["1"]
        #expect(results.lines == first + [#""alive""#, "2"])
        #expect(results.records.map(\.outcome) == [.handled, .handled])
        #expect(results.records[1].error == nil)
    }
}

struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let expected: Set<String>

    var testDescription: String { name }

    /// `error` stands for every error that a script could catch, `absent` for a function that is not there.
    func allows(_ ending: String) -> Bool {
        expected.contains(ending)
            || (ending == "absent" && expected.contains("error"))
    }

    static func ending(_ error: PeriluneError) -> String {
        switch error.code.rawValue {
        case "script.time": "time"
        case "script.memory": "memory"
        case "script.runtime": error.message.contains("a nil value") ? "absent" : "error"
        // Other codes are the script's own.
        default: error.code.rawValue.hasPrefix("script.") ? error.code.rawValue : "error"
        }
    }

    /// Those beside the tests; with `PERILUNE_ATTACKS` set also those that `make attacks` tries.
    static let all: [Attack] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        var folders = [tests.appending(path: "Attacks")]
        if ProcessInfo.processInfo.environment["PERILUNE_ATTACKS"] != nil {
            folders.append(tests.deletingLastPathComponent().appending(path: "Attacks"))
        }
        return folders.flatMap { attacks(in: $0) }
    }()

    private static func attacks(in folder: URL) -> [Attack] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasSuffix(".lua"),
                let source = try? String(contentsOf: folder.appending(path: name), encoding: .utf8),
                let line = source.split(separator: "\n").first(where: {
                    $0.hasPrefix("-- expect: ")
                })
            else { return nil }
            let expected = line.dropFirst("-- expect: ".count).split(separator: "|")
            return Attack(name: name, source: source, expected: Set(expected.map { String($0) }))
        }
    }
}
