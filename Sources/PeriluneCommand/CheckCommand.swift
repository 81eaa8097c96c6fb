import Arguments
import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneStore
import PeriluneTesting

let checkAction: Action = Action(
    command: Command(
        name: "check", summary: "Look for mistakes in scripts without running events.",
        discussion: [
            "Finds what would fail or surprise later: syntax errors, fields and functions that do not exist, leaked globals, caches that differ from worker to worker. Then loads each script, as a host would."
        ],
        operands: [Operand("FILE", .oneOrMore, accepts: .file, "A Lua script.")],
        options: [
            .toggle("strict", "Warnings count as errors."),
            .toggle("module", "The files are modules for require: they return no delegate."),
            .toggle("json", "Write findings as JSON, an object a line."),
        ],
        examples: [Example("perilune check rules/*.lua", "Before the scripts go live.")]),
    run: runCheck)

@Sendable
private func runCheck(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    var registry = Registry()
    for plugin in ScriptOptions.plugins { try plugin.register(in: &registry) }
    var errors = 0
    var warnings = 0
    for path in values.operands {
        let script = try Script(path)
        var known = registry
        if path.hasSuffix(TestFile.suffix) { try known.add(TestRunner.module) }
        var checker = ScriptChecker(api: HostAPI(known, besides: path))
        // Cases for a script, and modules, return something else than a delegate.
        let isDelegate = !values.flag("module") && !path.hasSuffix("_test.lua")
        if !isDelegate { checker.disabledRules.insert("no-delegate") }
        let findings = checker.check(script.source)
        for finding in findings {
            if finding.severity == .error { errors += 1 } else { warnings += 1 }
            try show(finding, path, values, terminal)
        }
        // The rest only the loader knows: what the file's body raises, patterns that do not parse.
        let broken = findings.contains { $0.severity == .error }
        guard !broken, isDelegate else { continue }
        do throws(PeriluneError) {
            let components = ScriptOptions.plugins.map { Component.plugin($0) } + [.script(script)]
            _ = try Host(
                components, options: HostOptions(), store: MemoryStateStore(),
                log: TerminalLog(terminal))
        } catch {
            errors += 1
            try show(error, path, values, terminal)
        }
    }
    if !values.flag("json") {
        let files = values.operands.count == 1 ? "1 file" : "\(values.operands.count) files"
        terminal.note("\(files), \(plural(errors, "error")), \(plural(warnings, "warning"))\n")
    }
    return errors > 0 || (values.flag("strict") && warnings > 0) ? .found : .success
}

private func plural(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
}

private func show(
    _ finding: Diagnostic, _ path: String, _ values: Values, _ terminal: Terminal
)
    throws(PeriluneError)
{
    guard values.flag("json") else {
        try terminal.write("\(path):\(finding)\n".withoutControls)
        return
    }
    var members: [(String, Value)] = [
        ("file", .string(path)), ("line", .integer(Int64(finding.line))),
        ("column", .integer(Int64(finding.column))),
        ("severity", .string(finding.severity.rawValue)), ("code", .string(finding.code)),
        ("message", .string(finding.message)),
    ]
    if let hint = finding.hint { members.append(("hint", .string(hint))) }
    try terminal.write(Value.object(.init(members)).json + "\n")
}

private func show(
    _ error: PeriluneError, _ path: String, _ values: Values, _ terminal: Terminal
)
    throws(PeriluneError)
{
    guard values.flag("json") else {
        var error = error
        if error.place.file == nil { error.place.file = path }
        try terminal.write("\(error)\n".withoutControls)
        return
    }
    var writer = JSONWriter()
    error.write(to: &writer)
    try terminal.write(writer.text + "\n")
}

extension HostAPI {
    /// What this host offers to the scripts in a folder.
    fileprivate init(_ registry: Registry, besides path: String) {
        var modules: [String: [String]] = [:]
        for module in BuiltInModules.all + registry.modules where module.name != "commander" {
            modules[module.name] =
                module.functions.filter { !$0.isInternal }.map(\.name)
                + module.fields.map(\.name)
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        self.init(
            modules: modules, scriptModules: TextFile.luaFiles(in: folder),
            commanderMethods: BuiltInModules.commanderMethods,
            delegateFields: registry.dimensions.map(\.field),
            delegateFunctions: registry.modules.flatMap { $0.delegateFunctions.map(\.name) })
    }
}
