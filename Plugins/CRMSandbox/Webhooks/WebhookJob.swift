import CRMPlugin
import PeriluneCore

/// The system job of one asynchronous delivery: a row that tells how it went.
struct WebhookJob: Sendable {
    let id: GUID
    let operation: Operation
    let registration: WebhookRegistration

    /// Delivers, and keeps the row at that.
    func run(on organization: Organization, _ sender: WebhookSender) {
        note(on: organization) { (session) throws(CRMFault) in
            try session.create(Entity("asyncoperation", id: id, row), trusted: true)
        }
        let context = RemoteExecutionContext(
            operation, registration, organization: organization, job: id)
        let failure = sender.post(context, to: registration)
        note(on: organization) { (session) throws(CRMFault) in
            if failure == nil, registration.deletesJob {
                try session.delete("asyncoperation", id)
            } else {
                try session.set(
                    EntityReference("asyncoperation", id), outcome(failure, session.now))
            }
        }
    }

    /// A row that can't be written must not keep the webhook from being delivered.
    private func note(on organization: Organization, _ body: (Session) throws(CRMFault) -> Void) {
        try? organization.withSession(as: operation.caller) { (session) throws(CRMFault) in
            try body(session)
        }
    }

    private var row: AttributeCollection {
        var row: AttributeCollection = [
            "name": .string(registration.name), "operationtype": .option(1),
            "messagename": .string(operation.message),
            "correlationid": .guid(operation.correlationId), "depth": .int(Int32(operation.depth)),
            "startedon": .date(operation.startedAt), "statecode": .option(2),
            "statuscode": .option(20),
        ]
        if let target = operation.target {
            row["primaryentitytype"] = .string(target.logicalName)
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
            "completedon": .date(now),
        ]
        if let failure {
            row["errorcode"] = .int(failure.code.rawValue)
            row["message"] = .string(failure.message)
            row["friendlymessage"] = .string(failure.message)
        }
        return row
    }
}
