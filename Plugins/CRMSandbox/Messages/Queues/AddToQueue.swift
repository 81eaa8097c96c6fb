import CRMPlugin

extension QueueItemMessages {
    /// A record waits in one queue at a time: its item is moved.
    ///
    /// Only e-mail that came in may wait in several, each of which got it.
    static let add = MessageHandler("AddToQueue", on: .result("QueueItemId", of: "queueitem")) {
        parameters, session in
        let target = try session.concrete(
            try session.resolve(try parameters.reference("Target")))
        let destination = EntityReference("queue", try parameters.id("DestinationQueueId"))
        let source: GUID? = try parameters.optional("SourceQueueId")
        let definition = try session.definition(target.logicalName)
        guard QueueTables.enabled.contains(definition.schemaName) else {
            throw CRMFault(
                .notQueueEnabled, "A record of \(target.logicalName) cannot be put into a queue.")
        }
        let record = try session.retrieve(target)
        guard try session.exists("queue", destination.id) else {
            throw CRMFault.noRecord("queue", destination.id)
        }
        let isReceived = record["statuscode"] == .option(4) && record["directioncode"] == false
        guard isReceived || ![1, 2].contains(session.state(of: record)) else {
            throw CRMFault(
                .queuedRecordInactive, "Deactivated object cannot be added to queue.")
        }
        let item = try item(
            for: target, from: source == .zero ? nil : source, to: destination, session,
            onePerQueue: isReceived)
        var values = try properties(parameters)
        values["queueid"] = .reference(destination)
        if let item {
            values["workerid"] = values["workerid"] ?? .null
            values["enteredon"] = .date(session.now)
            try session.update(Entity("queueitem", id: item, values))
            return ["QueueItemId": .guid(item)]
        }
        values["objectid"] = .reference(target)
        return ["QueueItemId": .guid(try session.create(Entity("queueitem", values)))]
    }

    /// The item to move; `nil` to make one.
    private static func item(
        for target: EntityReference, from source: GUID?, to destination: EntityReference,
        _ session: Session, onePerQueue: Bool
    ) throws(CRMFault) -> GUID? {
        func item(in queue: GUID?) throws(CRMFault) -> GUID? {
            var row: Row = ["objectid": .reference(target), "statecode": .option(0)]
            if let queue { row["queueid"] = .reference(EntityReference("queue", queue)) }
            return try session.ids(matching: row, in: session.layout("queueitem")).first
        }
        if onePerQueue, try item(in: destination.id) != nil {
            throw CRMFault(.emailAlreadyQueued, "The e-mail is in the queue already.")
        }
        if let source {
            guard let found = try item(in: source) else {
                throw CRMFault(.notInSourceQueue, "The record is not in the source queue.")
            }
            return found
        }
        return onePerQueue ? nil : try item(in: nil)
    }

    /// The attributes of the item that the sender sets, without those that the message sets itself.
    private static func properties(_ parameters: Parameters) throws(CRMFault) -> AttributeCollection
    {
        guard parameters.values["QueueItemProperties"] ?? .null != .null else { return [:] }
        var values = try parameters.entity("QueueItemProperties", of: "queueitem").attributes
        for name in ["queueitemid", "queueid", "objectid", "statecode", "statuscode"] {
            values[name] = nil
        }
        return values
    }
}
