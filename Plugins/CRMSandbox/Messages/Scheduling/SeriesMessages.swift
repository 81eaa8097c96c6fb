import CRMPlugin
import PeriluneCore

/// Recurring appointments.
enum SeriesMessages {
    static let all = [
        addRecurrence, createInstance, createException, deleteOpenInstances, validateRule,
    ]

    private static let tables = ["recurringappointmentmaster"]

    /// Turns an appointment into a series: the master copies the values it lacks.
    static let addRecurrence = MessageHandler("AddRecurrence", tables: tables) {
        parameters, session in
        var master = try parameters.entity("Target", of: "recurringappointmentmaster")
        let appointmentId = try parameters.id("AppointmentId")
        let appointment = try session.retrieve("appointment", appointmentId)
        guard appointment["instancetypecode"] == .option(0),
            [0, 3].contains(session.state(of: appointment))
        else {
            throw CRMFault(
                .invalidAppointment,
                "The appointment has ended, or belongs to a series already.")
        }
        for name in AppointmentSeries.shared + ["scheduledstart", "scheduledend"]
        where master[name] ?? .null == .null {
            master[name] = appointment[name]
        }
        AppointmentSeries.start(&master, try RecurrenceRule(master))
        let id = try session.create(master, trusted: true)
        try session.delete("appointment", appointmentId)
        try AppointmentSeries(id: id, session: session).expand(
            atMost: AppointmentSeries.expandedAtOnce)
        return ["id": .guid(id)]
    }

    static let createInstance = MessageHandler("CreateInstance", tables: tables) {
        parameters, session in
        let series = try series(parameters, session)
        let count: Int32 = try parameters.required("Count")
        guard count > 0 else {
            throw CRMFault(.invalidArgument, "The parameter 'Count' has to be more than 0.")
        }
        try checkOpen(series)
        return ["SeriesCanBeExpanded": .bool(try series.expand(atMost: Int(count)))]
    }

    static let validateRule = MessageHandler(
        "ValidateRecurrenceRule", tables: tables, isRead: true
    ) {
        parameters, _ in
        ["Description": .string(try RecurrenceRule(try parameters.entity("Target")).text)]
    }

    /// Ends a series: planned instances after the date are deleted, and open ones before it get a state.
    static let deleteOpenInstances = MessageHandler("DeleteOpenInstances", tables: tables) {
        parameters, session in
        let series = try series(parameters, session)
        let end: Timestamp = try parameters.required("SeriesEndDate")
        guard let state = try parameters.option("StateOfPastInstances") else {
            throw CRMFault.missingField("StateOfPastInstances")
        }
        try checkOpen(series, isExpansionDone: false)
        for instance in try series.instances(in: [0, 3]) {
            guard let id = instance.id,
                let start = instance["scheduledstart", as: Timestamp.self],
                let finish = instance["scheduledend", as: Timestamp.self]
            else { continue }
            if start.microseconds > end.microseconds {
                try session.delete("appointment", id)
            } else if finish.microseconds <= session.now.microseconds {
                try session.setState(EntityReference("appointment", id), state)
            }
        }
        try session.set(
            series.reference,
            [
                "patternendtype": .option(3), "patternenddate": .date(end),
                "effectiveenddate": .date(end), "expansionstatecode": .option(2),
                "nextexpansioninstancedate": .null,
            ])
        try session.setState(series.reference, 1)
        return [:]
    }

    static func series(
        _ parameters: Parameters, _ session: Session
    ) throws(CRMFault) -> AppointmentSeries {
        let master = try session.target(
            of: try parameters.entity("Target", of: "recurringappointmentmaster"))
        return AppointmentSeries(id: master.id, session: session)
    }

    /// Throws if instances cannot be added to the series or removed.
    private static func checkOpen(
        _ series: AppointmentSeries, isExpansionDone: Bool = true
    ) throws(CRMFault) {
        let master = try series.session.retrieve(
            series.reference, ["statecode", "expansionstatecode"])
        let isFull = isExpansionDone && master["expansionstatecode"] == .option(2)
        guard [0, 3].contains(series.session.state(of: master)), !isFull else {
            throw CRMFault(.seriesCompleted, "The series has invalid ExpansionStateCode.")
        }
    }
}
