internal import Perilune
internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneLua
internal import PeriluneStore
internal import Synchronization

/// A host with the scripts under test, which records everything they do.
struct ScriptHost: Sendable {
    private let host: Host
    private let log = CaseLog()
    private let published = PublishedEvents()
    private let store = MemoryStateStore()
    private let parser = SharedParser()
    private let scripts: [String]
    private let filesRead: FilesRead

    init(
        scripts: [Script], plugins: [any Plugin], order: DelegateOrder, outputs: [String],
        filesRead: FilesRead, seed: UInt64 = 0
    ) throws(PeriluneError) {
        var options = HostOptions()
        options.order = order
        options.seed = seed
        options.outputs = outputs.map { NamedOutput($0) }
        var components = plugins.map { Component.plugin($0) }
        components.append(.delegate(published.delegate))
        components += scripts.map { .script($0) }
        self.scripts = scripts.map(\.name)
        self.filesRead = filesRead
        host = try Host(components, options: options, store: store, log: log)
    }

    /// Processes the events of the cases, each case with a reset host.
    func run(_ queue: CaseQueue) async { await host.processGroups(queue) }

    /// Resets all scripts, and sets their initial state.
    func begin(_ state: Value.Members?) {
        _ = log.drain()
        _ = published.drain()
        store.removeAll()
        for member in state?.pairs ?? [] { put(member.value, key: member.name) }
    }

    /// Sets the state of a key for all scripts.
    func put(_ value: Value, key: String) {
        let json = value == .bool(false) ? nil : Array(value.json.utf8)
        store.save(
            scripts.map { StateChange(script: $0, key: Self.key(key), value: json) }, position: nil)
    }

    /// Processes more events, and those that they publish.
    func decide(
        _ events: [Event], _ ledger: any EffectLedger
    ) async throws(PeriluneError) -> Observation {
        try observe(try await host.process(all: events, ledger: ledger))
    }

    /// Calls the timers that are still set, as at the end of a log.
    func endLog(_ ledger: any EffectLedger) async throws(PeriluneError) -> Observation {
        try observe(try await host.endLog(ledger: ledger))
    }

    /// What happened since the last observation.
    func observe(_ results: Host.Results) throws(PeriluneError) -> Observation {
        let events = published.drain()
        let lines = log.drain()
        return try parser.parser.withLock { parser throws(PeriluneError) in
            try Observation(results, published: events, log: lines, parser: parser)
        }
    }

    /// The state of a key, from the first script that has it.
    func state(_ key: String) throws(PeriluneError) -> Value? {
        for script in scripts {
            if let json = store.load(script: script, key: Self.key(key)) {
                return try JSONParser().value(of: json)
            }
        }
        return nil
    }

    /// Ends the host; no case may be run afterwards.
    func finishDelegates() async {
        filesRead.note(host.scripts.flatMap(\.files))
        await host.finishDelegates()
    }

    /// The stored key: a script with `key = "all"` keeps its state under the empty key.
    private static func key(_ name: String) -> String { name == "all" ? "" : name }
}

/// A parser with its buffers, shared by all results of a host.
private final class SharedParser: Sendable {
    let parser = Mutex(JSONParser())
}
