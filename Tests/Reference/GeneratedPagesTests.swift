import Arguments
import Foundation
import LuaSyntax
import Perilune
import PeriluneCommand
import PeriluneCore
import PeriluneLua
import Testing

/// The pages that are generated from declarations are current.
struct GeneratedPagesTests {
    @Test func describesWhatScriptsMayCall() throws {
        try compare("LuaAPI", LuaReference.page(modules: try ProjectDefinitions.modules()))
    }

    @Test func describesTheCommands() throws {
        try compare("Commands", tool.referencePage)
    }

    @Test func theGuideToTheCommandLineListsEveryCommand() throws {
        let url = ReferencePage.root.appending(path: "Documentation/CommandLine.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: "| group | commands |\n"))
        let end = try #require(page.range(of: "\n## ", range: start.upperBound..<page.endIndex))
        let table = Self.commands
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
            let updated = page[..<start.lowerBound] + table + page[end.lowerBound...]
            return try Data(updated.utf8).write(to: url)
        }
        #expect(
            String(page[start.lowerBound..<end.lowerBound]) == table,
            "stale: PERILUNE_UPDATE=1 make test-only FILTER=GeneratedPagesTests writes it anew")
    }

    /// Commands by section.
    ///
    /// After the first of a group, the others stand without its name. Semicolons separate groups.
    private static var commands: String {
        let shown = tool.commands.filter { !$0.isHidden }
        var sections: [String] = []
        for command in shown where !sections.contains(command.section) {
            sections.append(command.section)
        }
        let rows = sections.map { section in
            var group: String?
            let names = shown.filter { $0.section == section }.map { command in
                let words = command.name.split(separator: " ").map(String.init)
                let own = words.count > 1 ? words[0] : ""
                defer { group = own }
                let name = !own.isEmpty && own == group ? words[1] : command.name
                return (group.map { own == $0 ? ", " : "; " } ?? "") + "`\(name)`"
            }
            return "| \(section) | \(names.joined()) |\n"
        }
        return "| group | commands |\n|---|---|\n" + rows.joined()
    }

    @Test func describesTheConfiguration() throws {
        try compare("Configuration", ProjectDefinitions.configurationPage)
    }

    /// With PERILUNE_UPDATE=1 writes the page instead of looking at it.
    private func compare(_ name: String, _ text: String) throws {
        let url = ReferencePage.root.appending(path: "Documentation/Reference/\(name).md")
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
            return try Data(text.utf8).write(to: url)
        }
        #expect(
            (try? String(contentsOf: url, encoding: .utf8)) == text,
            "stale: PERILUNE_UPDATE=1 make test-only FILTER=GeneratedPagesTests writes it anew")
    }

    /// What the page and `check` say about the globals is what scripts find.
    @Test func theStandardLibraryIsWhatScriptsHave() async throws {
        let script = Script(
            name: "names.lua",
            source: """
                return { execute = function(event, commander)
                  local names = {}
                  for name, value in pairs(_G) do
                    names[#names + 1] = name
                    if type(value) == "table" and name ~= "_G" then
                      for member in pairs(value) do names[#names + 1] = name .. "." .. member end
                    end
                  end
                  return commander:reject(table.concat(names, " "))
                end }
                """)
        let host = try await Host { script }
        let record = try await host.process(Event(id: "1", source: "test", type: "test"))
        let found = Set((record.reason ?? "").split(separator: " ").map(String.init))
        let declared = StandardLibrary.sandboxed.flatMap { name, members in
            [name] + members.map { "\(name).\($0)" }
        }
        #expect(found == Set(declared).subtracting(["_ENV"]))
        #expect(found.isDisjoint(with: StandardLibrary.removed))
    }

    /// What stock Lua has, scripts have too, or the page says that it is absent.
    @Test func namesEverythingThatIsAbsent() throws {
        let stock = try Self.stockNames()
        let removed = Set(StandardLibrary.removed)
        let known = Set(
            StandardLibrary.sandboxed.flatMap { name, members in
                [name] + members.map { "\(name).\($0)" }
            })
        // Debian keeps them from Lua 5.2, for compatibility.
        let old: Set = [
            "math.atan2", "math.cosh", "math.frexp", "math.ldexp", "math.log10", "math.pow",
            "math.sinh", "math.tanh",
        ]
        let absent = stock.subtracting(known).subtracting(old).filter { name in
            // The members of a library that is absent as a whole.
            name.split(separator: ".").first.map { !removed.contains(String($0)) || $0 == name }
                ?? true
        }
        #expect(absent == removed)
        for name in removed { #expect(StandardLibrary.hint(for: name) != nil, "\(name)") }
    }

    private static func stockNames() throws -> Set<String> {
        try Sources.output(
            "/usr/bin/env", "lua5.4", "-e",
            """
            arg = nil
            for name, value in pairs(_G) do
              print(name)
              if type(value) == "table" and name ~= "_G" then
                for member in pairs(value) do print(name .. "." .. member) end
              end
            end
            """)
    }
}
