import CRMPlugin
import PeriluneCore

/// A recurring appointment and its instances.
struct AppointmentSeries {
    let id: GUID
    let session: Session

    /// The number of instances that CRM creates at once; CreateInstance creates more.
    static let expandedAtOnce = 15

    var reference: EntityReference { EntityReference("recurringappointmentmaster", id) }

    /// The last day that instances are made for: the organization's window, 12 months unless set.
    private func horizon() throws(CRMFault) -> Int {
        let organization = try session.find(
            "organization", WellKnown.organization, ["futureexpansionwindow"])
        let months = organization?["futureexpansionwindow", as: Int32.self] ?? 12
        return CivilDate(number: session.now.day).adding(months: Int(months)).number
    }

    /// Creates the next instances; returns whether there are more.
    @discardableResult
    func expand(atMost count: Int) throws(CRMFault) -> Bool {
        let master = try session.retrieve(reference)
        let rule = try RecurrenceRule(master)
        let expanded = master["lastexpandedinstancedate", as: Timestamp.self]?.day ?? .min
        let next = rule.occurrences(
            after: expanded, through: try horizon(), limit: max(0, count))
        for occurrence in next { try create(occurrence, master) }
        let more = rule.occurrences(after: next.last?.day ?? expanded, limit: 1).first
        var changes: AttributeCollection = [
            "expansionstatecode": .option(more == nil ? 2 : 1),
            "nextexpansioninstancedate": more.map { .date($0.start) } ?? .null,
        ]
        if let last = next.last { changes["lastexpandedinstancedate"] = .date(last.start) }
        try session.set(reference, changes)
        return more != nil
    }

    private func create(
        _ occurrence: RecurrenceRule.Occurrence, _ master: Entity
    ) throws(CRMFault) {
        var instance = Entity("appointment")
        for name in Self.shared { instance[name] = master[name] }
        instance["scheduledstart"] = .date(occurrence.start)
        instance["scheduledend"] = .date(occurrence.end)
        instance["scheduleddurationminutes"] = .int(
            Int32(
                clamping: (occurrence.end.microseconds - occurrence.start.microseconds)
                    / 60_000_000))
        instance["originalstartdate"] = .date(occurrence.start)
        instance["seriesid"] = .guid(id)
        instance["instancetypecode"] = .option(2)
        try session.create(instance, trusted: true)
    }

    /// What an instance has from its series, and a series from the appointment that it began as.
    static let shared = [
        "subject", "description", "location", "regardingobjectid", "ownerid", "prioritycode",
        "category", "subcategory", "isalldayevent", "requiredattendees", "optionalattendees",
        "organizer", "statecode", "statuscode",
    ]

    /// The instances in one of these states, with their times.
    func instances(in states: Set<Int32>) throws(CRMFault) -> [Entity] {
        var found: [Entity] = []
        for instance in try session.ids(of: "appointment", where: ["seriesid": .guid(id)]) {
            let row = try session.retrieve(
                "appointment", instance,
                [
                    "statecode", "scheduledstart", "scheduledend", "instancetypecode",
                    "originalstartdate",
                ])
            if states.contains(session.state(of: row)) { found.append(row) }
        }
        return found
    }

    /// The columns that a new series begins with.
    static func start(_ master: inout Entity, _ rule: RecurrenceRule) {
        master["instancetypecode"] = .option(1)
        guard let first = rule.occurrences(limit: 1).first else { return }
        let day = Timestamp(microseconds: Int64(rule.first) * 86_400_000_000)
        if master["patternstartdate"] ?? .null == .null { master["patternstartdate"] = .date(day) }
        if master["starttime"] ?? .null == .null { master["starttime"] = .date(first.start) }
        if master["duration"] ?? .null == .null {
            master["duration"] = .int(Int32(clamping: rule.duration / 60))
        }
        master["effectivestartdate"] = .date(first.start)
        master["scheduledstart"] = .date(first.start)
        master["scheduledend"] = .date(first.end)
    }
}
