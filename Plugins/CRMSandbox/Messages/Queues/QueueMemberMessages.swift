import CRMPlugin

/// AddPrincipalToQueue and RetrieveUserQueues.
enum QueueMemberMessages {
    static let all = [addPrincipal, retrieveUserQueues]

    /// Adds a principal; a team is replaced by its current members.
    static let addPrincipal = MessageHandler(
        "AddPrincipalToQueue", on: .id("QueueId", of: "queue")
    ) { parameters, session in
        let queue = try parameters.id("QueueId")
        let principal = try parameters.entity("Principal")
        guard try session.exists("queue", queue) else { throw CRMFault.noRecord("queue", queue) }
        guard ["systemuser", "team"].contains(principal.logicalName) else {
            throw CRMFault(.invalidArgument, "The principal has to be a user or a team.")
        }
        let reference = try session.target(of: principal)
        guard try session.exists(reference.logicalName, reference.id) else {
            throw CRMFault.noRecord(reference.logicalName, reference.id)
        }
        let members = QueueMembers(queue, session)
        guard reference.logicalName == "team" else {
            try members.add(reference.id)
            return [:]
        }
        for row in try session.ids(of: "teammembership", where: ["teamid": .guid(reference.id)]) {
            let membership = try session.retrieve("teammembership", row)
            if let user = membership["systemuserid", as: GUID.self] { try members.add(user) }
        }
        return [:]
    }

    static let retrieveUserQueues = MessageHandler(
        "RetrieveUserQueues", on: .id("UserId", of: "systemuser"), isRead: true
    ) { parameters, session in
        let user: GUID = try parameters.optional("UserId") ?? .zero
        guard user != .zero else {
            throw CRMFault(.cannotFindUserQueue, "Cannot find user queue")
        }
        guard try session.exists("systemuser", user) else {
            throw CRMFault.noRecord("systemuser", user)
        }
        let withPublic = try parameters.flag("IncludePublic")
        var queues: [Entity] = []
        for id in try session.ids(of: "queue", where: ["statecode": .option(0)]) {
            let queue = try session.retrieve("queue", id)
            let isPrivate = queue["queueviewtype"] == .option(1)
            let isShown =
                try isPrivate ? QueueMembers(id, session).admits(user) : withPublic
            if isShown { queues.append(queue) }
        }
        return ["EntityCollection": .entities(EntityCollection(queues, entityName: "queue"))]
    }
}
