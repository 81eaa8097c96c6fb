import CRMPlugin
import PeriluneCore

/// The system job of an asynchronous delivery: a row with the payload until it is delivered, and then with the
/// result.
struct WebhookJob: Sendable {
    private let id: GUID
    private let caller: Caller
    private let registration: WebhookRegistration
    private let payload: WebhookPayload

    /// Creates a job with a row in the transaction of its operation, so that both are stored, or neither.
    ///
    /// If the row cannot be written, the operation and the delivery are carried out nevertheless.
    init(of operation: Operation, _ registration: WebhookRegistration, _ session: Session) {
        id = session.newID()
        caller = operation.caller
        self.registration = registration
        let context = RemoteExecutionContext(
            operation, registration, organization: session.organization, job: id)
        payload = WebhookPayload(context)
        let row = Entity("asyncoperation", id: id, row(of: operation, in: session.schema))
        _ = try? session.attempt { () throws(CRMFault) in try session.create(row, trusted: true) }
    }

    /// A job that an earlier run did not finish; `nil` if its step no longer exists.
    init?(_ row: Entity, _ registrations: [WebhookRegistration]) {
        guard let id = row.id, let payload = WebhookPayload(job: row) else { return nil }
        let step = row["owningextensionid", as: EntityReference.self]?.id
        let name = row["name", as: String.self]
        // Steps of the command line have another identity each time, but the same name.
        let found = registrations.first {
            $0.isRow ? $0.id == step : step == nil && $0.name == name
        }
        guard let found else { return nil }
        self.id = id
        self.payload = payload
        caller = .administrator
        registration = found
    }

    /// The rows of jobs that are not finished, those first that were begun.
    static func unfinished(_ session: Session) throws(CRMFault) -> [Entity] {
        var rows: [Entity] = []
        for state in [CRMValue.option(2), .option(0)] {
            for id in try session.ids(of: "asyncoperation", where: ["statecode": state]) {
                if let row = try session.find("asyncoperation", id, .all) { rows.append(row) }
            }
        }
        return rows
    }

    /// Delivers the webhook, and updates the row.
    func run(on organization: Organization, _ sender: WebhookSender) {
        let reference = EntityReference("asyncoperation", id)
        withSession(on: organization) { (session) throws(CRMFault) in
            try session.set(reference, ["statecode": .option(2), "statuscode": .option(20)])
        }
        let failure = sender.post(payload, to: registration)
        withSession(on: organization) { (session) throws(CRMFault) in
            if failure == nil, registration.deletesJob {
                try session.delete("asyncoperation", id)
            } else {
                try session.set(reference, outcome(failure, session.now))
            }
        }
    }

    private func withSession(
        on organization: Organization, _ body: (Session) throws(CRMFault) -> Void
    ) {
        try? organization.withSession(as: caller) { (session) throws(CRMFault) in
            try body(session)
        }
    }

    private func row(of operation: Operation, in schema: Schema) -> AttributeCollection {
        var row: AttributeCollection = [
            "name": .string(registration.name), "operationtype": .option(1),
            "messagename": .string(operation.message),
            "correlationid": .guid(operation.correlationId), "depth": .int(Int32(operation.depth)),
            "startedon": .date(operation.startedAt), "statecode": .option(0),
            "statuscode": .option(0),
            "data": .string(String(decoding: payload.body, as: UTF8.self)),
        ]
        if let target = operation.target {
            row["primaryentitytype"] = .string(target.logicalName)
            let regarding = schema.entity("asyncoperation")?.attribute("regardingobjectid")
            if operation.message != "Delete",
                regarding?.targets.contains(target.logicalName) == true
            {
                row["regardingobjectid"] = .reference(target)
            }
        }
        if registration.isRow {
            row["owningextensionid"] = .reference(
                EntityReference("sdkmessageprocessingstep", registration.id))
        }
        return row
    }

    private func outcome(
        _ failure: WebhookSender.Failure?, _ now: Timestamp
    ) -> AttributeCollection {
        var row: AttributeCollection = [
            "statecode": .option(3), "statuscode": .option(failure == nil ? 30 : 31),
            "completedon": .date(now), "data": .null,
        ]
        if let failure {
            row["errorcode"] = .int(failure.code.rawValue)
            row["message"] = .string(failure.message)
            row["friendlymessage"] = .string(failure.message)
        }
        return row
    }
}
