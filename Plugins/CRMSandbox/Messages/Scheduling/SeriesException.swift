import CRMPlugin
import PeriluneCore

extension SeriesMessages {
    /// Changes or cancels one instance of a series.
    static let createException = MessageHandler("CreateException", tables: ["appointment"]) {
        parameters, session in
        let target = try parameters.entity("Target", of: "appointment")
        let date: Timestamp = try parameters.required("OriginalStartDate")
        let isDeleted = try parameters.flag("IsDeleted")
        let master = try master(of: target, session)
        let series = AppointmentSeries(id: master.id ?? .zero, session: session)
        let deleted = master["deletedexceptionslist", as: String.self] ?? ""
        guard !deleted.split(separator: ",").contains(Substring(date.description)) else {
            throw CRMFault(
                .appointmentDeleted, "The appointment entity instance is already deleted.")
        }
        guard let id = try instance(of: series, on: date) else {
            throw CRMFault(
                .invalidAppointment, "The series has no open instance on this date.")
        }
        let reference = EntityReference("appointment", id)
        if isDeleted {
            try session.delete("appointment", id)
            let list = deleted.isEmpty ? date.description : deleted + "," + date.description
            try session.set(series.reference, ["deletedexceptionslist": .string(list)])
        } else {
            try session.update(exception(target, id, session))
            try session.set(
                reference,
                ["instancetypecode": .option(3), "originalstartdate": .date(date)])
        }
        return ["id": .guid(id)]
    }

    /// The series that the target names, or that the instance of its identity belongs to.
    private static func master(of target: Entity, _ session: Session) throws(CRMFault) -> Entity {
        var series = target["seriesid", as: GUID.self]
        if series == nil, let id = target.id, id != .zero {
            series = try session.find("appointment", id, ["seriesid"])?["seriesid", as: GUID.self]
        }
        guard let series,
            let master = try session.find("recurringappointmentmaster", series, .all)
        else {
            throw CRMFault(.invalidAppointment, "The appointment belongs to no series.")
        }
        return master
    }

    private static func instance(
        of series: AppointmentSeries, on date: Timestamp
    ) throws(CRMFault) -> GUID? {
        try series.instances(in: [0, 3]).first {
            ($0["originalstartdate"] ?? $0["scheduledstart"]) == .date(date)
        }?.id
    }

    private static func exception(
        _ target: Entity, _ id: GUID, _ session: Session
    ) -> Entity {
        var changes = target
        changes.id = id
        for name in ["activityid", "seriesid", "instancetypecode", "originalstartdate"] {
            changes[name] = nil
        }
        return changes
    }
}
