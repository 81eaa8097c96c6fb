import PeriluneCore
import PeriluneTestKit
import Synchronization

/// What happened, in order, for those who wait for it.
final class Journal: Sendable {
    private let list = Mutex<[String]>([])

    var notes: [String] { list.withLock(\.self) }

    func note(_ text: String) { list.withLock { $0.append(text) } }

    /// Gives up after some seconds: what never comes must fail a test, not hang it.
    func waitFor(_ text: String) async {
        for _ in 0..<2000 where !notes.contains(text) {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// Emits what it does; an event with `data.until` waits until that event has been executed.
final class Slow: EventDelegate {
    private let journal: Journal
    private let form: Pause.Form

    init(journal: Journal, form: Pause.Form) {
        self.journal = journal
        self.form = form
    }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Execution
    {
        commander.emit(.string("execute \(event.id)"))
        journal.note("execute \(event.id)")
        guard event["data.until"] != nil else { return .finished(.handled) }
        return .suspended(try Pause(event, journal, form))
    }

    func finish(committed: Bool) {}
}

final class Pause: Suspension, @unchecked Sendable {
    /// What a suspension answers as its event.
    enum Form: Sendable {
        /// What it was handed: the host has to keep a copy.
        case reader
        /// A form of its own, which scripts cannot read: the host has to bring one that they can.
        case fixed
    }

    let event: any EventContent
    private let journal: Journal
    private let until: String
    private let values: Value.Members

    init(_ event: any EventContent, _ journal: Journal, _ form: Form) throws(PeriluneError) {
        let data = try event.value(at: "data")
        values = data?.object ?? .init()
        until = values["until"]?.string ?? ""
        self.event =
            form == .reader
            ? event : FixedContent(id: event.id, type: event.type, data: data)
        self.journal = journal
    }

    func wait() async { await journal.waitFor("execute \(until)") }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        journal.note("resume \(commander.eventID ?? "?")")
        commander.emit(.string("resume \(commander.eventID ?? "?")"))
        if let type = values["publish"]?.string { try commander.publish(type: type) }
        if values["fail"] == true {
            commander.effect("mail", .init())
            throw PeriluneError("test.late", "it failed after the wait")
        }
        return .finished(values["pass"] == true ? .pass : .handled)
    }
}
