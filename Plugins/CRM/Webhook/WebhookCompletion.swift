import PeriluneCore
import PeriluneJSON
import Synchronization

/// Retrieves the data that a webhook omitted because of its size, before any script is called.
///
/// The retrieve is an effect like those of scripts: the worker continues in the meantime, the record contains it, and
/// an event that a crash interrupted is processed again with the same answer. If it fails, the event is processed as
/// it was received, with the reason.
final class WebhookCompletion: EventDelegate {
    private static let name = "crm.complete"

    private let organization: ScriptOrganization
    private let log: any LogSink

    private init(_ organization: ScriptOrganization, log: any LogSink) {
        self.organization = organization
        self.log = log
    }

    /// A delegate for the truncated events of an organization, before all others.
    static func delegate(for organization: ScriptOrganization) -> Delegate {
        let conditions = Interests.Condition(
            "where", ["source": .string("crm/\(organization.name)"), "data.truncated": true])
        return Delegate(
            name: name, interests: Interests(conditions: [conditions]), priority: .max
        ) { context in
            WebhookCompletion(organization, log: context.log)
        }
    }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        let json = event.json
        guard let truncated = TruncatedEvent(json) else { return .finished(.pass) }
        let call = AsyncHostCall(
            script: Self.name, source: event.source, identity: commander.nextIdentity(),
            isDryRun: commander.isDryRun, log: log, ledger: commander.ledger)
        return .suspended(try Completion(truncated, json, organization, call))
    }

    func finish(committed: Bool) {}
}

/// A truncated event that waits for its record.
///
/// `wait` runs anywhere, everything else on the worker's thread.
private final class Completion: Suspension, @unchecked Sendable {
    private let content = JSONEvent()
    private let truncated: TruncatedEvent
    private let organization: ScriptOrganization
    private let call: AsyncHostCall
    private let target = Mutex<Result<Value, PeriluneError>?>(nil)

    var event: any EventContent { content }
    var changesEvent: Bool { true }

    init(
        _ truncated: TruncatedEvent, _ json: [UInt8], _ organization: ScriptOrganization,
        _ call: AsyncHostCall
    ) throws(PeriluneError) {
        self.truncated = truncated
        self.organization = organization
        self.call = call
        try content.read(copy: json)
    }

    func wait() async {
        let result: Result<Value, PeriluneError>
        do {
            result = .success(try await answer() ?? [:])
        } catch {
            result = .failure(error)
        }
        target.withLock { $0 = result }
    }

    private func answer() async throws(PeriluneError) -> Value? {
        let (entity, id) = (truncated.entity, truncated.id)
        let details: Value.Members = .init([
            ("entity", .string(entity)), ("record", .string("\(id)")),
        ])
        do {
            return try await call.perform(
                "crm.complete", details, request: .object(details)
            ) {
                let record: Entity
                do throws(CRMError) {
                    record = try await organization.client.retrieve(entity, id, .all)
                } catch {
                    throw error.error
                }
                return try TruncatedEvent.target(record)
            }
        } catch let error as PeriluneError {
            throw error
        } catch {
            throw PeriluneError("crm.complete", "\(error)")
        }
    }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        for effect in call.effects { commander.add(performed: effect) }
        switch target.withLock({ $0 }) {
        case .success(let target): try content.read(copy: truncated.completed(target))
        case .failure(let error): try content.read(copy: truncated.incomplete(error))
        case nil:
            // The event did not wait for the end of the call.
            try content.read(copy: truncated.incomplete(CallDeadline.isOver))
        }
        return .finished(.pass)
    }
}
