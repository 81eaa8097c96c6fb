import CRMPlugin
import PeriluneCore

/// When users and resources are busy.
struct Schedule {
    let session: Session

    /// A period; its end does not belong to it.
    struct Window {
        let start: Timestamp
        let end: Timestamp

        func overlaps(_ other: Window) -> Bool {
            start.microseconds < other.end.microseconds
                && other.start.microseconds < end.microseconds
        }
    }

    /// The times of an appointment; throws if they are invalid.
    func windows(of target: Entity) throws(CRMFault) -> [Window] {
        if target.logicalName == "recurringappointmentmaster" {
            return try RecurrenceRule(target)
                .occurrences(limit: AppointmentSeries.expandedAtOnce)
                .map { Window(start: $0.start, end: $0.end) }
        }
        guard let start = target["scheduledstart", as: Timestamp.self],
            let end = target["scheduledend", as: Timestamp.self],
            start.microseconds <= end.microseconds
        else {
            throw CRMFault(
                .invalidSchedule, "Book or Reschedule operation failed due to invalid data.")
        }
        return [Window(start: start, end: end)]
    }

    /// The required participants: attendees and resources.
    static func required(_ target: Entity) -> [EntityReference] {
        ["requiredattendees", "resources"].flatMap { list -> [EntityReference] in
            switch target[list] {
            case .entities(let parties)?: parties.entities.compactMap { $0.lookup("partyid") }
            case .entityArray(let parties)?: parties.compactMap { $0.lookup("partyid") }
            case .reference(let party)?: [party]
            default: []
            }
        }
    }

    /// The participants who are busy at one of the times.
    func busy(
        _ people: [EntityReference], _ windows: [Window], except ignored: Set<GUID> = []
    ) throws(CRMFault) -> [EntityReference] {
        var busy: [EntityReference] = []
        for person in people where !busy.contains(person) {
            let taken = try times(of: person, except: ignored)
            if windows.contains(where: { window in taken.contains { $0.overlaps(window) } }) {
                busy.append(person)
            }
        }
        return busy
    }

    /// The scheduled appointments of a participant.
    private func times(
        of person: EntityReference, except ignored: Set<GUID>
    ) throws(CRMFault) -> [Window] {
        var times: [Window] = []
        for role in [5, 10] as [Int32] {
            for id in try session.ids(
                of: "activityparty",
                where: [
                    "partyid": .reference(person),
                    "participationtypemask": .option(OptionSetValue(role)),
                ])
            {
                let party = try session.retrieve("activityparty", id, ["activityid"])
                guard let activity = party.lookup("activityid")?.id, !ignored.contains(activity),
                    let window = try window(of: activity)
                else { continue }
                times.append(window)
            }
        }
        return times
    }

    private func window(of activity: GUID) throws(CRMFault) -> Window? {
        for table in ["appointment", "serviceappointment"] {
            guard let row = try session.stored(try session.layout(table), activity) else {
                continue
            }
            guard row["statecode"] == .option(3), case .date(let start)? = row["scheduledstart"],
                case .date(let end)? = row["scheduledend"]
            else { return nil }
            return Window(start: start, end: end)
        }
        return nil
    }

    /// The result for a time that is not free, with the participants who are busy.
    func refusal(
        _ people: [EntityReference], of activity: GUID
    ) throws(CRMFault) -> ValidationResult {
        var resources: [ResourceInfo] = []
        for person in people {
            let name = try session.name(of: person.logicalName, person.id)
            resources.append(
                ResourceInfo(person.id, displayName: name ?? "", entityName: person.logicalName))
        }
        return ValidationResult(
            false, activityId: activity,
            traceInfo: TraceInfo([ErrorInfo("ResourceNotAvailable", resources)]))
    }
}
