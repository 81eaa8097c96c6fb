import Arguments
import Perilune
import PeriluneCore
import PeriluneLua

/// The scripts of a prompt: the sandbox in which chunks run, and the host that explains.
final class ReplSession {
    /// In which chunks run.
    private(set) var prompt: LuaPrompt
    private(set) var host: Host
    /// The script that is `delegate`, if there is one.
    private(set) var script: String?
    private(set) var event = Event(id: "prompt", source: "prompt", type: "prompt")
    private let values: Values
    private let terminal: Terminal
    /// A script that was loaded at the prompt, instead of that of the command line.
    private var loaded: String?

    init(_ values: Values, _ terminal: Terminal) throws(PeriluneError) {
        self.values = values
        self.terminal = terminal
        (host, prompt, script) = try Self.assemble(values, terminal, instead: nil)
    }

    /// Reads the scripts anew; the old ones stay where a new one is wrong.
    func reload(_ path: String? = nil) throws(PeriluneError) {
        let instead = path ?? loaded
        let new = try Self.assemble(values, terminal, instead: instead)
        try new.prompt.load(event)
        (host, prompt, script) = new
        loaded = instead
    }

    func use(_ event: Event) throws(PeriluneError) {
        try prompt.load(event)
        self.event = event
    }

    private static func assemble(
        _ values: Values, _ terminal: Terminal, instead path: String?
    ) throws(PeriluneError) -> (host: Host, prompt: LuaPrompt, script: String?) {
        var components = try ScriptOptions.components(values, terminal)
        if let path {
            let limits = components.scripts.first?.limits ?? ScriptLimits()
            components.removeAll { if case .script = $0 { true } else { false } }
            components.append(.script(try Script(path, limits: limits)))
        }
        let store = try ScriptOptions.store(values)
        let host = try ScriptOptions.host(
            of: components, options: ScriptOptions.hostOptions(values, isDryRun: true),
            store: ScratchStateStore(over: store), terminal)
        let script = components.scripts.first
        let prompt = try LuaPrompt(
            script, modules: host.registry.modules, log: TerminalLog(terminal),
            store: ScratchStateStore(over: store), seed: host.options.seed,
            isDryRun: !values.flag("live"))
        return (host, prompt, script?.path)
    }
}

extension [Component] {
    fileprivate var scripts: [Script] {
        compactMap { component in
            guard case .script(let script) = component else { return nil }
            return script
        }
    }
}
