import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// `require` finds host modules and files beside the script, nothing else.
struct RequireTests {
    private let lab = Lab()

    /// Loads `rule.lua` from a folder with these files, and decides one event.
    private func run(_ files: [String: String]) async throws -> Perilune.Host.Results {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let script = try Script(folder.appending(path: "rule.lua").path, limits: lab.limits)
        return try await lab.run(script, [.test("{}")])
    }

    private func rule(_ expression: String) -> String {
        "local value = \(expression)\nreturn { execute = function(event, commander) commander:emit(value) end }"
    }

    private func loadError(_ files: [String: String]) async throws -> PeriluneError {
        do {
            _ = try await run(files)
        } catch let error as PeriluneError {
            return error
        }
        throw Lab.Missing.loadError
    }

    @Test func findsAFileBesideTheScript() async throws {
        let results = try await run([
            "rule.lua": rule("require('helper').answer"), "helper.lua": "return { answer = 42 }",
        ])
        #expect(results.lines == ["42"])
    }

    @Test func findsAFileInAFolderBelow() async throws {
        let results = try await run([
            "rule.lua": rule("require('lib.deep.helper')"), "lib/deep/helper.lua": "return ...",
        ])
        #expect(results.lines == [#""lib.deep.helper""#])
    }

    @Test func runsAFileOnce() async throws {
        let results = try await run([
            "rule.lua": rule("require('a') == require('a') and n"),
            "a.lua": "n = (n or 0) + 1 return {}",
        ])
        #expect(results.lines == ["1"])
    }

    @Test func aFileThatReturnsNothingIsTrue() async throws {
        #expect(try await run(["rule.lua": rule("require('a')"), "a.lua": ""]).lines == ["true"])
    }

    @Test func filesThatRequireEachOtherAreAnError() async throws {
        let error = try await loadError([
            "rule.lua": rule("require('a')"), "a.lua": "require('b')", "b.lua": "require('a')",
        ])
        #expect(error.message.contains("two files require each other"))
        #expect(error.place.file == "b.lua")
    }

    @Test(arguments: [
        "../secret", "..secret", "/etc/passwd", "a/b", "", ".", "..", "a..b", "a b", #"a\0b"#, "~",
        "é", "=delegate", "=prompt", "=script", #"json\0x"#,
    ])
    func aNameCannotLeaveTheFolder(_ name: String) async throws {
        let error = try await loadError(["rule.lua": rule("require('\(name)')")])
        #expect(error.code == "script.require")
        #expect(error.message.contains("there is no module"))
    }

    @Test(arguments: ["string", "table", "math", "os", "utf8", "coroutine", "_G"])
    func aLibraryOfLuaIsAModule(_ name: String) async throws {
        let results = try await run([
            "rule.lua": rule("require('\(name)') == _G.\(name)"), "\(name).lua": "return {}",
        ])
        #expect(results.lines == ["true"])
    }

    @Test func anUnknownNameListsTheAvailableModules() async throws {
        let error = try await loadError(["rule.lua": "\n" + rule("require('jsn')")])
        #expect(error.message.contains("base64, hash, hex, ip, json, log, regex, state, time"))
        #expect(error.place.line == 2)
    }

    @Test func aBrokenFileNamesItsLineEachTime() async throws {
        let results = try await run([
            "rule.lua": """
            local _, first = pcall(require, "broken")
            local _, second = pcall(require, "broken")
            return { execute = function(event, commander) commander:emit({ first, second }) end }
            """,
            "broken.lua": "local x =\n= 1",
        ])
        let message = #""broken.lua:2: unexpected symbol near '='""#
        #expect(results.lines == ["[\(message),\(message)]"])
    }

    @Test func aFileThatFailsWhileItLoadsMayBeTriedAgain() async throws {
        let results = try await run([
            "rule.lua": """
            local _, first = pcall(require, "failing")
            local _, second = pcall(require, "failing")
            return { execute = function(event, commander) commander:emit({ first, second }) end }
            """,
            "failing.lua": "error('no')",
        ])
        let message = #""failing.lua:1: no""#
        #expect(results.lines == ["[\(message),\(message)]"])
    }

    @Test func bytecodeIsRefused() async throws {
        let error = try await loadError([
            "rule.lua": rule("require('a')"), "a.lua": "\u{1B}LuaT\0",
        ])
        #expect(error.message.contains("binary"))
    }

    @Test func theCommanderIsNotAModule() async throws {
        let error = try await loadError(["rule.lua": rule("require('commander')")])
        #expect(error.code == "script.require")
    }

    @Test func aHostModuleComesBeforeAFile() async throws {
        let results = try await run([
            "rule.lua": rule("require('json').encode(1)"), "json.lua": "return { encode = error }",
        ])
        #expect(results.lines == [#""1""#])
    }
}
