internal import CPerilunePlugin
package import PeriluneCore
internal import Synchronization

/// The services of a host for a library.
///
/// They exist until the process ends, because threads of the library may use them at any time.
package final class HostServices: Sendable {
    /// Accepts a delivery of a source in the library.
    package typealias Deliver =
        @Sendable (EventDelivery) async throws(PeriluneError) -> Void

    private let log = Mutex<(any LogSink)?>(nil)
    let states = Subjects<any StateStore>()
    let ledgers = Subjects<any EffectLedger>()
    let runs = Subjects<PluginCommand.Invocation>()
    let deliveries = Subjects<Deliver>()

    init() {}

    /// Sends log lines to another sink from now on.
    package func use(_ sink: any LogSink) { log.withLock { $0 = sink } }

    /// Lets the library use a store of state until the returned object is released.
    package func lend(_ store: any StateStore) -> BorrowedState { BorrowedState(store, by: self) }

    /// A store of state that the library may use.
    package final class BorrowedState: Sendable {
        /// The number of the store in requests of the library; released with this object.
        package let number: UInt64
        private let services: HostServices

        fileprivate init(_ store: any StateStore, by services: HostServices) {
            number = services.states.add(store)
            self.services = services
        }

        deinit { services.states.remove(number) }
    }

    /// Lets the library use a ledger during a call.
    package func with<Result>(
        _ ledger: any EffectLedger, _ body: (UInt64) async throws(PeriluneError) -> Result
    ) async throws(PeriluneError) -> Result {
        let number = ledgers.add(ledger)
        defer { ledgers.remove(number) }
        return try await body(number)
    }

    /// Lets the library write output while a command runs.
    package func with<Result>(
        _ run: PluginCommand.Invocation,
        _ body: (UInt64) async throws(PeriluneError) -> Result
    ) async throws(PeriluneError) -> Result {
        let number = runs.add(run)
        defer { runs.remove(number) }
        return try await body(number)
    }

    /// Lets the library deliver events while a source runs.
    package func with<Result>(
        _ deliver: @escaping Deliver,
        _ body: (UInt64) async throws(PeriluneError) -> Result
    ) async throws(PeriluneError) -> Result {
        let number = deliveries.add(deliver)
        defer { deliveries.remove(number) }
        return try await body(number)
    }

    /// The table of functions that the library can call.
    func table() -> UnsafePointer<perilune_table> {
        let table = UnsafeMutablePointer<perilune_table>.allocate(capacity: 1)
        table.initialize(
            to: perilune_table(
                abi: PERILUNE_PLUGIN_ABI, reserved: 0, problem: nil,
                owner: Unmanaged.passRetained(self).toOpaque(), call: receiveAsHost))
        return UnsafePointer(table)
    }

    fileprivate func answer(
        _ operation: HostOperation, _ subject: UInt64, _ request: Message
    ) throws(PeriluneError) -> Message {
        let form = Form(request.json, "request")
        switch operation {
        case .log:
            log.withLock(\.self)?.log(try LogLine(form))
            return Message()
        case .loadState, .saveState:
            guard let store = states[subject] else {
                throw .broken("there is no state \(subject)")
            }
            return operation == .loadState
                ? try store.load(form) : try store.save(Form(request.json, "changes"), request.data)
        case .write:
            guard let run = runs[subject] else { throw .broken("there is no run \(subject)") }
            let text = String(decoding: request.data, as: UTF8.self)
            guard try form.text("stream") == "output" else {
                run.note(text)
                return Message()
            }
            do {
                try run.write(text)
            } catch {
                throw error as? PeriluneError ?? PeriluneError("output.write", "\(error)")
            }
            return Message()
        case .ledgerBegin, .ledgerFinish, .ledgerAnswer, .deliver:
            throw .broken("\(operation) is asynchronous")
        }
    }

    fileprivate func answerLater(
        _ operation: HostOperation, _ subject: UInt64, _ request: Message
    ) async throws(PeriluneError) -> Message {
        if operation == .deliver {
            guard let deliver = deliveries[subject] else {
                throw .broken("there is no run \(subject)")
            }
            try await deliver(try EventDelivery(request))
            return Message()
        }
        guard let ledger = ledgers[subject] else {
            throw .broken("there is no ledger \(subject)")
        }
        let form = Form(request.json, "request")
        let identity = try form.text("identity", most: 1 << 20)
        switch operation {
        case .ledgerBegin:
            let kind = try form.text("kind")
            let effect = form["request"]?.value ?? .null
            let entry =
                if let ifDone = form["ifDone"]?.value {
                    try await ledger.begin(
                        identity, kind: kind, request: effect, ifDone: ifDone["value"])
                } else {
                    try await ledger.begin(identity, kind: kind, request: effect)
                }
            switch entry {
            case .new: return Message(["entry": "new"])
            case .begun: return Message(["entry": "begun"])
            case .answered(let answer):
                return Message(["entry": "answered", "answer": answer.wireValue])
            }
        case .ledgerFinish:
            let answer = LedgerAnswer(wireValue: try form.required("answer").value)
            try await ledger.finish(identity, answer)
            return Message()
        default:
            var members = Value.Members()
            members["answer"] = try await ledger.answer(to: identity)?.wireValue
            return Message(.object(members))
        }
    }
}

private let receiveAsHost: perilune_call = {
    owner, operation, subject, request, answer, context in
    let reply = ReplyOnce(answer, context)
    guard let owner else { return reply.fail(.broken("there is no host")) }
    let services = Unmanaged<HostServices>.fromOpaque(owner).takeUnretainedValue()
    do throws(PeriluneError) {
        guard let operation = HostOperation.byNumber[operation] else {
            throw .broken("unknown operation \(operation)")
        }
        let request = try Message(request)
        switch operation {
        case .ledgerBegin, .ledgerFinish, .ledgerAnswer, .deliver:
            Task {
                do throws(PeriluneError) {
                    reply.give(try await services.answerLater(operation, subject, request))
                } catch {
                    reply.fail(error)
                }
            }
        case .log, .loadState, .saveState, .write:
            reply.give(try services.answer(operation, subject, request))
        }
    } catch {
        reply.fail(error)
    }
}
