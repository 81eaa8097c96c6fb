import CRMPlugin

/// Book and Reschedule: nothing is written if a required participant is busy; the answer names them.
enum BookingMessages {
    static let all = [book, reschedule]

    private static let bookable = [
        "appointment", "serviceappointment", "recurringappointmentmaster",
    ]

    static let book = MessageHandler("Book", tables: bookable) { parameters, session in
        var target = try parameters.entity("Target")
        guard bookable.contains(target.logicalName) else {
            throw CRMFault.unsupported(target.logicalName, by: "Book")
        }
        let schedule = Schedule(session: session)
        let busy = try schedule.busy(Schedule.required(target), schedule.windows(of: target))
        guard busy.isEmpty else {
            return answer(try schedule.refusal(busy, of: target.id ?? .zero), parameters)
        }
        target["statecode"] = .option(3)
        target["statuscode"] = .option(-1)
        let isSeries = target.logicalName == "recurringappointmentmaster"
        if isSeries { AppointmentSeries.start(&target, try RecurrenceRule(target)) }
        let id = try session.create(target, trusted: true)
        if isSeries {
            try AppointmentSeries(id: id, session: session).expand(
                atMost: AppointmentSeries.expandedAtOnce)
        }
        return answer(ValidationResult(true, activityId: id), parameters)
    }

    static let reschedule = MessageHandler("Reschedule", tables: bookable) { parameters, session in
        let given = try parameters.entity("Target")
        guard bookable.contains(given.logicalName) else {
            throw CRMFault.unsupported(given.logicalName, by: "Reschedule")
        }
        let target = try session.target(of: given)
        var wanted = try session.retrieve(target)
        guard [0, 3].contains(session.state(of: wanted)) else {
            throw CRMFault(
                .invalidState, "Only an open or scheduled appointment can be rescheduled.")
        }
        for pair in given.attributes { wanted[pair.key] = pair.value }
        let schedule = Schedule(session: session)
        let series = AppointmentSeries(id: target.id, session: session)
        let own = try series.instances(in: [0, 3])
        let busy = try schedule.busy(
            Schedule.required(wanted), schedule.windows(of: wanted),
            except: Set([target.id] + own.compactMap(\.id)))
        guard busy.isEmpty else {
            return answer(try schedule.refusal(busy, of: target.id), parameters)
        }
        var changes = given
        changes.id = target.id
        for name in ["statecode", "statuscode"] { changes[name] = nil }
        try session.update(changes)
        if target.logicalName == "recurringappointmentmaster" { try replan(series, own) }
        return answer(ValidationResult(true, activityId: target.id), parameters)
    }

    /// Creates the instances of a series again, except for the exceptions.
    private static func replan(
        _ series: AppointmentSeries, _ instances: [Entity]
    ) throws(CRMFault) {
        for instance in instances where instance["instancetypecode"] == .option(2) {
            if let id = instance.id { try series.session.delete("appointment", id) }
        }
        try series.session.set(series.reference, ["lastexpandedinstancedate": .null])
        try series.expand(atMost: AppointmentSeries.expandedAtOnce)
    }

    private static func answer(
        _ result: ValidationResult, _ parameters: Parameters
    ) -> AttributeCollection {
        var results: AttributeCollection = ["ValidationResult": .validation(result)]
        // The sandbox notifies no participants, so the requested value is empty.
        if parameters.values["ReturnNotifications"] == true { results["Notifications"] = .null }
        return results
    }
}
