import CRMPlugin

/// CloseIncident.
enum IncidentMessages {
    static let all = [close]

    static let close = MessageHandler(
        "CloseIncident", as: "Close",
        on: .lookup("IncidentResolution", "incidentid", of: "incident")
    ) { parameters, session in
        guard parameters.values["IncidentResolution"] ?? .null != .null else {
            throw CRMFault(.invalidArgument, "Incident resolution is missing")
        }
        var resolution = try parameters.entity("IncidentResolution", of: "incidentresolution")
        guard let given = resolution.lookup("incidentid"), given.id != .zero else {
            throw CRMFault(.invalidArgument, "The incident id is missing.")
        }
        guard given.logicalName == "incident" else {
            throw CRMFault(.invalidArgument, "A resolution belongs to an incident.")
        }
        let target = EntityReference("incident", given.id)
        let incident = try session.retrieve(target, ["statecode"])
        switch session.state(of: incident) {
        case 0: break
        case 1: throw CRMFault(.incidentResolved, "The incident is already resolved.")
        default:
            throw CRMFault(
                .incidentClosedOrCanceled, "The incident is already closed or canceled.")
        }
        let status = try session.status(parameters, of: target, in: 1)
        if resolution["timespent"] ?? .null == .null {
            resolution["timespent"] = .int(try minutes(spentOn: target, session))
        }
        try session.createClosing(resolution, subject: "Case resolved", regarding: target)
        try session.setState(target, 1, status)
        return [:]
    }

    /// The minutes of all activities about the case that were done.
    private static func minutes(
        spentOn incident: EntityReference, _ session: Session
    ) throws(CRMFault) -> Int32 {
        var sum: Int32 = 0
        for entity in session.schema.entities
        where entity.isActivity && entity.logicalName != "activitypointer" {
            let ids = try session.ids(
                of: entity.logicalName,
                where: ["regardingobjectid": .reference(incident), "statecode": .option(1)])
            for id in ids {
                let activity = try session.retrieve(
                    entity.logicalName, id, ["actualdurationminutes"])
                let minutes = activity["actualdurationminutes", as: Int32.self] ?? 0
                sum = Int32(clamping: Int64(sum) + Int64(minutes))
            }
        }
        return sum
    }
}
