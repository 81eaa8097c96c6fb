import CRMPlugin
public import PeriluneCore
import PeriluneHTTP

/// Delivers webhooks: those registered as rows of the organization, and those of the command line.
///
/// A synchronous webhook is delivered within the transaction, and its refusal rolls the transaction back.
/// Asynchronous webhooks are delivered after the transaction is durable, in the order of the operations, each by a
/// system job.
public final class WebhookDelivery: Sendable {
    private let fixed: [WebhookRegistration]
    private let steps = StepReader()
    private let sender: WebhookSender
    /// A single thread, so that jobs keep their order.
    private let line = ExecutionThreads(threads: 1, waiting: 100_000)

    /// How webhooks are delivered.
    public struct Options: Sendable {
        /// Webhooks in addition to those that are registered as rows.
        public var registrations: [WebhookRegistration] = []
        /// The time limit of a receiver.
        public var timeout: Duration = .seconds(60)
        /// The host name that receivers get.
        public var host = "localhost"
        /// Called with the result of each delivery, after its second attempt if there was one.
        public var report: @Sendable (WebhookReport) -> Void = { _ in }

        /// The defaults are CRM's.
        public init() {}
    }

    /// Makes a delivery, which begins when it is an observer of an organization.
    public init(_ options: Options = Options()) throws(PeriluneError) {
        fixed = options.registrations
        sender = WebhookSender(
            http: try HTTPClient(HTTPClientOptions(timeout: options.timeout)),
            timeout: options.timeout, organization: options.host, report: options.report)
    }

    private func registrations(
        _ message: String, _ entity: String, _ session: Session
    ) throws(CRMFault) -> [WebhookRegistration] {
        var found = fixed
        // Reading the steps is itself an operation, for which no step can be registered.
        if !Self.silent.contains(entity) { found += try steps.registrations(session) }
        return found.filter { $0.matches(message, entity) }
    }

    /// The tables that the delivery itself reads and writes.
    private static let silent = StepReader.tables.union(["asyncoperation"])
}

extension WebhookDelivery: OperationObserver {
    func interest(
        in message: String, on entity: String, session: Session
    ) throws(CRMFault) -> OperationInterest? {
        if Self.silent.contains(entity) { return entity == "asyncoperation" ? nil : [] }
        // Observers see an upsert as the create or update that it becomes.
        if message == "Upsert" || session.organization.messages.reads.contains(message) {
            return nil
        }
        let wanted = try registrations(message, entity, session)
        guard !wanted.isEmpty else { return nil }
        var interest: OperationInterest = []
        if wanted.contains(where: { $0.images.contains(where: \.isBefore) }) {
            interest.insert(.preImage)
        }
        let completesTarget = message == "Create" || message == "Update"
        if completesTarget || wanted.contains(where: { $0.images.contains(where: \.isAfter) }) {
            interest.insert(.postImage)
        }
        return interest
    }

    func observe(
        _ operation: inout Operation, at stage: Operation.Stage, session: Session
    ) throws(CRMFault) {
        let entity = operation.target?.logicalName ?? "none"
        let told = try registrations(operation.message, entity, session)
            .filter { $0.isSynchronous && $0.stage == stage && $0.wants(operation) }
            .sorted { $0.rank < $1.rank }
        for registration in told {
            let context = RemoteExecutionContext(
                operation, registration, organization: session.organization)
            let failure = session.releasingAccess {
                sender.post(WebhookPayload(context), to: registration)
            }
            guard let failure else { continue }
            throw CRMFault(
                .isvAborted, "\(registration.name): \(failure.message)", trace: failure.answer,
                details: ["SubErrorCode": .int(failure.code.rawValue)])
        }
    }

    func finishing(
        _ operations: [Operation], session: Session
    ) throws(CRMFault) -> (@Sendable (Organization) -> Void)? {
        var jobs: [WebhookJob] = []
        for operation in operations {
            let entity = operation.target?.logicalName ?? "none"
            for registration in try registrations(operation.message, entity, session)
            where !registration.isSynchronous && registration.wants(operation) {
                jobs.append(WebhookJob(of: operation, registration, session))
            }
        }
        guard !jobs.isEmpty else { return nil }
        return { [jobs] organization in
            for job in jobs { self.deliver(job, of: organization) }
        }
    }

    func committed(_ operations: [Operation], of organization: Organization) {
        let changesSteps = operations.contains {
            $0.target.map { StepReader.tables.contains($0.logicalName) } == true
        }
        if changesSteps { steps.forget() }
    }

    func opened(_ organization: Organization) {
        let jobs = try? organization.withSession(isRead: true) { (session) throws(CRMFault) in
            let registrations = fixed + (try steps.registrations(session))
            return try WebhookJob.unfinished(session).compactMap { WebhookJob($0, registrations) }
        }
        for job in jobs ?? [] { deliver(job, of: organization) }
    }

    /// If too many jobs are waiting, the row stays for the next start.
    private func deliver(_ job: WebhookJob, of organization: Organization) {
        _ = line.run { [sender] in job.run(on: organization, sender) }
    }
}
