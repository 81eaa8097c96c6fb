import PeriluneCore
import PeriluneJSON
import PeriluneLua
import PeriluneStore

/// One delegate without a bus: for tests that look at it from close by.
final class Bench {
    let delegate: any EventDelegate
    let output = JSONBuffer()
    let commander: Commander
    private let event = JSONEvent()

    init(
        _ script: Script, modules: [HostModule] = [], store: any StateStore = MemoryStateStore()
    )
        throws(PeriluneError)
    {
        let log = Lines()
        let context = WorkerContext(
            worker: 0, modules: modules, log: log, store: store, seed: 1)
        delegate = try script.declare(modules: modules, log: log).make(context)
        commander = Commander(output: output)
    }

    func begin(_ event: Event) throws(PeriluneError) {
        try self.event.read(copy: event.json)
        commander.begin(self.event, depth: 0)
        output.truncate(to: 0)
    }

    func shouldHandle() throws(PeriluneError) -> Bool {
        try delegate.shouldHandle(event, commander)
    }

    func execute() throws(PeriluneError) -> Execution { try delegate.execute(event, commander) }

    /// Asks, tells and ends, as the bus does; the event must not wait.
    func decide(_ event: Event) throws(PeriluneError) -> String {
        do {
            try begin(event)
            if try shouldHandle() { _ = try execute() }
            try delegate.finish(committed: true)
        } catch {
            try? delegate.finish(committed: false)
            throw error
        }
        return text
    }

    /// The same in one crossing, watched; the steps are nobody's.
    func watch(_ event: Event) throws(PeriluneError) -> String {
        commander.trace = EventTrace { _ in }
        defer { commander.trace = nil }
        do {
            try begin(event)
            _ = try delegate.take(self.event, commander, asking: true)
        } catch {
            try? delegate.finish(committed: false)
            throw error
        }
        return text
    }

    var text: String { output.withBytes { String(decoding: $0, as: UTF8.self) } }
}
