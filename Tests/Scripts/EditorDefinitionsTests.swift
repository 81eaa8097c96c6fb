import Foundation
import Perilune
import PeriluneCommand
import PeriluneCore
import PeriluneLua
import Testing

struct EditorDefinitionsTests {
    private let folder = ScriptsFolder.file("meta")

    private func modules() throws -> [HostModule] { try ProjectDefinitions.modules() }

    /// With PERILUNE_UPDATE=1 writes the files instead of looking at them.
    @Test func theFilesInMetaAreCurrent() throws {
        let files = try ProjectDefinitions.files()
        let manager = FileManager.default
        let there = try manager.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".lua") }
        let stale = Set(there).subtracting(files.map(\.name))
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
            for name in stale { try manager.removeItem(at: folder.appending(path: name)) }
            for file in files {
                try Data(file.text.utf8).write(to: folder.appending(path: file.name))
            }
            return
        }
        let hint: Comment =
            "stale: PERILUNE_UPDATE=1 make test-only FILTER=EditorDefinitionsTests writes it anew"
        for file in files {
            let text = try? String(
                contentsOf: folder.appending(path: file.name), encoding: .utf8)
            #expect(text == file.text, hint)
        }
        #expect(stale.isEmpty, hint)
    }

    @Test func definesEveryFunctionOfEveryModule() throws {
        let text = EditorDefinitions.text(modules: try modules())
        for module in try modules() {
            for function in module.functions where !function.isInternal {
                let separator = module.name == "commander" ? ":" : "."
                #expect(text.contains("function \(module.name)\(separator)\(function.name)("))
            }
        }
    }

    /// What a delegate may have for the events of a module stands among its fields.
    @Test func definesEveryFunctionOfDelegates() throws {
        let text = EditorDefinitions.text(modules: try modules())
        let functions = try modules().flatMap(\.delegateFunctions)
        #expect(functions.count > 20)
        for function in functions {
            #expect(text.contains("---@field \(function.name)? fun(self: Delegate, "))
        }
    }

    @Test func isLuaThatLoads() async throws {
        let text = EditorDefinitions.text(modules: try modules())
        let script = Script(
            name: "perilune.lua", source: text + "\nreturn { execute = function() end }")
        _ = try await Host { script }
    }

    @Test func marksOptionalParametersAndReturns() {
        let module = HostModule(
            "sample", "A sample.",
            [
                HostFunction(
                    "act", "CommanderActions.",
                    [.init("a", .string, "one"), .init("b", .table, optional: true, "two")],
                    returns: "table?", .native)
            ])
        #expect(
            EditorDefinitions.text(modules: [module]).contains(
                """
                --- A sample.
                ---@class perilune.sample
                local sample = {}

                --- CommanderActions.
                ---@param a string one
                ---@param b? table two
                ---@return table?
                function sample.act(a, b) end
                """))
    }
}
