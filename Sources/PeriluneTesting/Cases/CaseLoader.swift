internal import LuaSyntax
internal import Perilune
internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON
internal import PeriluneLua

/// A test file in a Lua state of its own: lists its cases, and runs those that are functions.
///
/// It runs in the sandbox like any script. A generated delegate requires the file and runs a case for each event.
struct CaseLoader: Sendable {
    let file: TestFile
    let source: [UInt8]
    private let host: Host
    private let script: Script
    private let filesRead: FilesRead
    private let known: Set<String>

    /// The chunk name of the generated script in errors.
    private let name: String

    /// Reads and runs the file.
    init(
        _ file: TestFile, _ runner: TestRunner, _ session: CaseSession
    ) throws(PeriluneError) {
        self.file = file
        known = Set(TestCase.fields + runner.environment.fixtures.map(\.field))
        let script = try runner.source(file.path, limits: Self.limits)
        self.script = script
        filesRead = runner.filesRead
        let source = script.source
        self.source = source
        name = file.folder + "=test"
        // The module is named after the file, so that errors in the file name it.
        let stem = file.stem
        var loader = Script(
            path: name, folder: file.folder, source: Array(CaseRunnerSource.lua(stem: stem).utf8),
            limits: Self.limits
        ) { name throws(PeriluneError) in
            name == stem ? source : try script.companions.source(name)
        }
        loader.coverage = runner.coverage
        var components = runner.environment.usualPlugins.map { Component.plugin($0) }
        components.append(.plugin(TestPlugin(module: TestModule.module(session))))
        components.append(.script(loader))
        do throws(PeriluneError) {
            host = try Host(
                components, options: HostOptions(), store: MemoryStateStore(), log: SilentLog())
        } catch {
            throw Self.placed(error, in: file, source, name)
        }
    }

    /// Ends the host; no case may be run afterwards.
    func finishDelegates() async {
        noteFiles()
        await host.finishDelegates()
    }

    private func noteFiles() {
        filesRead.note(script.files + host.scripts.flatMap(\.companions.sharedPaths))
    }

    /// The limits of a test file, larger than those of a script.
    private static let limits = ScriptLimits(
        memory: 256 << 20, time: .milliseconds(10_000), stringLength: 16 << 20,
        sourceLength: 4 << 20)

    /// The cases in the order of the file.
    func cases() async throws -> [TestCase] {
        defer { noteFiles() }
        let event = Event(id: "cases", source: "test", type: "test.cases")
        let results = try await host.process(all: [event])
        if let error = results.records.first?.error {
            throw Self.placed(error, in: file, source, name)
        }
        let parser = JSONParser()
        let places = LazyCasePositions(file.path, source)
        var others: [String: Int] = [:]
        var cases: [TestCase] = []
        for line in EmittedLine.lines(results.output) {
            let table = try parser.value(of: Array(line.json))
            let number = cases.count + 1
            let name = table["name"]?.string ?? ""
            if let problem = table[CaseRunnerSource.problem]?.string {
                throw PeriluneError(
                    "test.case", problem,
                    at: places.place(of: name, after: others[name, default: 0]))
            }
            cases.append(
                try TestCase(
                    table, number: number, after: others[name, default: 0], places, known: known))
            others[name, default: 0] += 1
        }
        return cases
    }

    /// Calls the function of a case.
    func run(_ test: TestCase) async throws -> PeriluneError? {
        let event = Event(
            id: "run", source: "test", type: "test.run",
            data: ["number": .integer(Int64(test.number))])
        let results = try await host.process(all: [event])
        return results.records.first?.error.map { Self.placed($0, in: file, source, name) }
    }

    /// The error with its line, column and source text, if the line is one of the test file.
    private static func placed(
        _ error: PeriluneError, in file: TestFile, _ source: [UInt8], _ runner: String
    ) -> PeriluneError {
        var error = error
        error.traceback.removeAll { $0.hasPrefix(runner) }
        if error.place.file == runner || error.place.file == nil {
            error.place = .init(file: file.path)
        }
        guard let line = error.place.line, let name = error.place.file else { return error }
        // Lua truncates a long chunk name at the front.
        let isFile =
            name == file.path
            || (name.hasPrefix("...") && file.path.hasSuffix(name.dropFirst(3)))
        guard isFile else { return error }
        error.place.file = file.path
        let columns = ColumnFinder(source)
        error.place.sourceLine = columns.lines.text(ofLine: line)
        error.place.column = columns.column(line: line, message: error.message)
        return error
    }
}

/// The Lua source of the generated delegate.
private enum CaseRunnerSource {
    /// The member that says why a case cannot be read; no name of a field is like it.
    static let problem = "=problem"

    static func lua(stem: String) -> String {
        """
        -- The file may be a script that keeps state, and is required below, where that could not be said.
        local state, test = require "state", require "test"
        local found
        local function load()
          found = require(\(stem.luaQuoted))
          if type(found) == "table" and found.tests ~= nil then found = found.tests end
          if type(found) == "function" then found = found(test) end
          if type(found) ~= "table" then
            error("the file must return a list of cases, got " .. type(found), 0)
          end
        end
        local function shown(case, number)
          if type(case) ~= "table" then
            error("case " .. number .. " must be a table, got " .. type(case), 0)
          end
          if type(case.run) ~= "function" then return case end
          local copy = {}
          for name, value in pairs(case) do copy[name] = value end
          copy.run = true
          return copy
        end
        local function list(commander, case, number)
          local isRead, problem = pcall(commander.emit, commander, shown(case, number))
          if isRead then return end
          local name = type(case.name) == "string" and case.name or nil
          commander:emit { name = name, [\(problem.luaQuoted)] = tostring(problem) }
        end
        return {
          on = "test.*",
          execute = function(event, commander)
            -- Not in the body: a host runs that twice.
            if event.type == "test.cases" then
              load()
              for number, case in ipairs(found) do list(commander, case, number) end
            else
              found[event.data.number].run(test)
            end
          end,
        }
        """
    }
}

/// Registers the module `test`.
private struct TestPlugin: Plugin {
    let name = "test"
    let module: HostModule

    func register(in registry: inout Registry) throws(PeriluneError) { try registry.add(module) }
}
