import Arguments
import Perilune
import PeriluneCore
import PeriluneLua

/// The scripts of a prompt: the sandbox in which chunks run, and the host that explains.
final class ReplSession {
    /// The sandbox in which chunks run.
    private(set) var prompt: LuaPrompt
    /// The path of the script in `delegate`; `nil` if there is none.
    private(set) var script: String?
    private(set) var event = Event(id: "prompt", source: "prompt", type: "prompt")
    private let values: Values
    private let terminal: Terminal
    /// The script that was loaded at the prompt, in place of that of the command line.
    private var loaded: String?
    private var components: [Component]

    init(_ values: Values, _ terminal: Terminal) throws(PeriluneError) {
        self.values = values
        self.terminal = terminal
        (components, prompt, script) = try Self.assemble(values, terminal, instead: nil)
    }

    /// Reads the scripts again; if one has an error, the previous ones are kept.
    func reload(_ path: String? = nil) throws(PeriluneError) {
        let instead = path ?? loaded
        let new = try Self.assemble(values, terminal, instead: instead)
        try new.prompt.load(event)
        (components, prompt, script) = new
        loaded = instead
    }

    func use(_ event: Event) throws(PeriluneError) {
        try prompt.load(event)
        self.event = event
    }

    /// Processes the event as a dry run.
    ///
    /// Each run has a host of its own, so that it leaves no state for the next one.
    func explain() async throws(PeriluneError) -> Explanation {
        try await Self.host(of: components, values, terminal).explain(event)
    }

    private static func host(
        of components: [Component], _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> Host {
        try ScriptOptions.host(
            of: components, options: ScriptOptions.hostOptions(values, isDryRun: true),
            store: ShadowStore(ScriptOptions.storeToRead(values)), terminal)
    }

    private static func assemble(
        _ values: Values, _ terminal: Terminal, instead path: String?
    ) throws(PeriluneError) -> (components: [Component], prompt: LuaPrompt, script: String?) {
        var components = try ScriptOptions.components(values, terminal)
        if let path {
            let limits = components.scripts.first?.limits ?? ScriptLimits()
            components.removeAll { if case .script = $0 { true } else { false } }
            components.append(.script(try Script(path, limits: limits)))
        }
        // Every script must load, and plugins register their modules.
        let host = try host(of: components, values, terminal)
        let script = components.scripts.first
        let prompt = try LuaPrompt(
            script, modules: host.registry.modules, log: TerminalLog(terminal),
            store: ShadowStore(ScriptOptions.storeToRead(values)), seed: host.options.seed,
            outputs: host.options.outputs.map(\.name), isDryRun: !values.flag("live"))
        return (components, prompt, script?.path)
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
