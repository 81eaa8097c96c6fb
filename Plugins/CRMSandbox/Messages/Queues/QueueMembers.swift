import CRMPlugin

/// The members of queues.
struct QueueMembers {
    let queue: GUID
    private let session: Session

    init(_ queue: GUID, _ session: Session) {
        self.queue = queue
        self.session = session
    }

    /// Whether a user may have items of the queue: members of a private one, everybody of a public one.
    func admits(_ user: GUID) throws(CRMFault) -> Bool {
        let record = try session.retrieve("queue", queue, ["queueviewtype", "primaryuserid"])
        if record["queueviewtype"] != .option(1) { return true }
        if record.lookup("primaryuserid")?.id == user { return true }
        return try contains(user)
    }

    func contains(_ user: GUID) throws(CRMFault) -> Bool {
        try !session.ids(
            of: "queuemembership", where: ["queueid": .guid(queue), "systemuserid": .guid(user)]
        ).isEmpty
    }

    /// Makes a user a member, who may be one already.
    func add(_ user: GUID) throws(CRMFault) {
        guard try !contains(user) else { return }
        try session.relate(
            EntityReference("queue", queue), Relationship("queuemembership_association"),
            [EntityReference("systemuser", user)])
        let members = try session.ids(of: "queuemembership", where: ["queueid": .guid(queue)])
        try session.set(
            EntityReference("queue", queue),
            ["numberofmembers": .int(Int32(clamping: members.count))])
    }
}
