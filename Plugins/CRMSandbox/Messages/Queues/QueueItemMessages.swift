import CRMPlugin

/// Messages about queue items: adding, picking, releasing and passing them on.
enum QueueItemMessages {
    static let all = [add, pick, release, remove, route]

    static let pick = MessageHandler("PickFromQueue", on: .id("QueueItemId", of: "queueitem")) {
        parameters, session in
        let item = try session.retrieve("queueitem", try parameters.id("QueueItemId"))
        let worker = try parameters.id("WorkerId")
        guard try session.exists("systemuser", worker) else {
            throw CRMFault(.invalidArgument, "Invalid workerid: \(worker) of type 8")
        }
        guard session.state(of: item) == 0, let id = item.id else {
            throw CRMFault(
                .queueItemDeactivated,
                "This item is deactivated. To work with this item, reactivate it and then try again."
            )
        }
        if try parameters.flag("RemoveQueueItem") {
            try session.delete("queueitem", id)
        } else {
            try session.update(
                Entity(
                    "queueitem", id: id,
                    [
                        "workerid": .reference(EntityReference("systemuser", worker)),
                        "workeridmodifiedon": .date(session.now),
                    ]))
        }
        return [:]
    }

    static let release = MessageHandler("ReleaseToQueue", on: .id("QueueItemId", of: "queueitem")) {
        parameters, session in
        let id = try parameters.id("QueueItemId")
        try session.update(
            Entity(
                "queueitem", id: id,
                ["workerid": .null, "workeridmodifiedon": .date(session.now)]))
        return [:]
    }

    static let remove = MessageHandler("RemoveFromQueue", on: .id("QueueItemId", of: "queueitem")) {
        parameters, session in
        try session.delete("queueitem", try parameters.id("QueueItemId"))
        return [:]
    }

    /// Moves an item to a queue.
    ///
    /// For a user or a team, it is moved to their default queue if they have one, with them as the worker.
    static let route = MessageHandler("RouteTo", on: .id("QueueItemId", of: "queueitem")) {
        parameters, session in
        let target = try session.resolve(
            try parameters.reference("Target", to: ["queue", "systemuser", "team"]))
        let item = try session.retrieve("queueitem", try parameters.id("QueueItemId"))
        let record = try session.retrieve(target)
        guard session.state(of: item) == 0, let id = item.id else {
            throw CRMFault(
                .routesInactiveItem, "You cannot route a queue item that has been deactivated.")
        }
        guard target.logicalName != "queue" else {
            guard item.lookup("queueid")?.id != target.id else {
                throw CRMFault(
                    .routesToSameQueue, "The queue item cannot be routed to the same queue")
            }
            try move(id, to: target.id, worker: .null, session)
            return [:]
        }
        let queue = record.lookup("queueid") ?? item.lookup("queueid")
        guard let queue else {
            throw CRMFault(.cannotRouteToQueue, "There is no queue to route to.")
        }
        if target.logicalName == "systemuser",
            try !QueueMembers(queue.id, session).admits(target.id)
        {
            throw CRMFault(
                .routesToNonmember,
                "This private queue item cannot be assigned To the selected User.")
        }
        try move(id, to: queue.id, worker: .reference(target), session)
        return [:]
    }

    private static func move(
        _ item: GUID, to queue: GUID, worker: CRMValue, _ session: Session
    ) throws(CRMFault) {
        try session.update(
            Entity(
                "queueitem", id: item,
                [
                    "queueid": .reference(EntityReference("queue", queue)), "workerid": worker,
                    "workeridmodifiedon": .date(session.now), "enteredon": .date(session.now),
                ]))
    }
}
