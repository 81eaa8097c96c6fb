import CRMPlugin

/// Recalculate.
enum GoalMessages {
    static let all = [recalculate]

    /// Computes all goals of the hierarchy that the goal is in: children before their parents.
    static let recalculate = MessageHandler("Recalculate", tables: ["goal"]) {
        parameters, session in
        let target = try session.resolve(try parameters.reference("Target"))
        guard target.logicalName == "goal" else {
            throw CRMFault.unsupported(target.logicalName, by: "Recalculate")
        }
        var seen: Set<GUID> = []
        var top = target.id
        while seen.insert(top).inserted,
            let parent = try session.retrieve("goal", top, ["parentgoalid"])
                .lookup("parentgoalid")
        {
            top = parent.id
        }
        var done: Set<GUID> = []
        try roll(up: top, session, &done)
        return [:]
    }

    private static func roll(
        up goal: GUID, _ session: Session, _ done: inout Set<GUID>
    ) throws(CRMFault) {
        // Goals that contain each other would cause an endless loop.
        guard done.insert(goal).inserted else { return }
        let reference = EntityReference("goal", goal)
        let children = try session.ids(of: "goal", where: ["parentgoalid": .reference(reference)])
        for child in children { try roll(up: child, session, &done) }
        let rollup = GoalRollup(
            goal: try session.retrieve(reference), children: children, session: session)
        try session.set(reference, try rollup.results())
    }
}
