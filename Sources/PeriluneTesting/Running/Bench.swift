internal import Perilune
internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneLua
internal import PeriluneStore

/// A host with the scripts of one case, and everything that they do under observation.
struct Bench: Sendable {
    private let host: Host
    private let log = CaseLog()
    private let published = PublishedEvents()
    private let store = MemoryStateStore()
    private let scripts: [String]

    init(
        scripts: [Script], plugins: [any Plugin], seed: UInt64 = 0
    ) throws(PeriluneError) {
        var options = HostOptions()
        options.seed = seed
        var components = plugins.map { Component.plugin($0) }
        components.append(.delegate(published.delegate))
        components += scripts.map { .script($0) }
        self.scripts = scripts.map(\.name)
        host = try Host(components, options: options, store: store, log: log)
    }

    /// Decides events, and what they publish.
    func decide(_ events: [Event]) async throws -> Observation {
        let results = try await host.process(all: events)
        let parser = JSONParser()
        return Observation(
            records: try results.records.map { try parser.value(of: Array($0.json.utf8)) },
            output: try results.output.split(separator: 0x0A).map {
                try parser.value(of: Array($0))
            },
            published: try published.take().map { try parser.value(of: $0) },
            log: log.take().map(\.value))
    }

    /// Puts state where scripts find it: by key, for a script or for all.
    func put(state: Value.Members) {
        for member in state.pairs {
            let key = Self.key(member.name)
            for script in scripts {
                store.save(
                    [StateChange(script: script, key: key, value: Array(member.value.json.utf8))],
                    position: nil)
            }
        }
    }

    /// The state of a key: of the first script that has any.
    func state(_ key: String) throws(PeriluneError) -> Value? {
        for script in scripts {
            if let json = store.load(script: script, key: Self.key(key)) {
                return try JSONParser().value(of: json)
            }
        }
        return nil
    }

    /// A script that says `key = "all"` has all its state under an empty key.
    private static func key(_ name: String) -> String { name == "all" ? "" : name }
}

/// What came of some events, as cases compare it.
struct Observation: Sendable {
    var records: [Value]
    var output: [Value]
    var published: [Value]
    var log: [Value]
}
