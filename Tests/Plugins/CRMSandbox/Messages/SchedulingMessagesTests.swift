import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct BookingMessagesTests {
    let sandbox: Sandbox
    let user: GUID

    init() throws {
        sandbox = try Sandbox()
        user = try sandbox.user()
    }

    private func meeting(
        _ from: String, _ until: String, _ table: String = "appointment"
    ) throws -> Entity {
        let list = table == "serviceappointment" ? "resources" : "requiredattendees"
        return Entity(
            table,
            [
                "subject": "Meet", "scheduledstart": try date("2026-10-01T\(from):00Z"),
                "scheduledend": try date("2026-10-01T\(until):00Z"),
                list: sandbox.parties(("systemuser", user)),
            ])
    }

    private func run(_ message: String, _ target: Entity) throws(CRMFault) -> ValidationResult {
        guard
            case .validation(let result)? = try sandbox.execute(
                message, ["Target": .entity(target)])["ValidationResult"]
        else { throw CRMFault(.unexpected, "no result") }
        return result
    }

    @Test func booksAsScheduled() throws {
        let result = try run("Book", meeting("09:00", "10:00"))
        #expect(result.validationSuccess)
        let made = try sandbox.retrieve("appointment", result.activityId)
        #expect(made["statecode"] == .option(3))
        #expect(made["statuscode"] == .option(5))
    }

    @Test func booksServiceActivities() throws {
        let result = try run("Book", meeting("09:00", "10:00", "serviceappointment"))
        let made = try sandbox.retrieve("serviceappointment", result.activityId)
        #expect(made["statecode"] == .option(3))
    }

    @Test(arguments: ["appointment", "serviceappointment"])
    func busyAttendeeRefusesAndNothingIsCreated(_ table: String) throws {
        _ = try run("Book", meeting("09:00", "10:00"))
        let result = try run("Book", meeting("09:30", "11:00", table))
        #expect(!result.validationSuccess)
        let error = try #require(result.traceInfo?.errorInfoList.first)
        #expect(error.resourceList.map(\.id) == [user])
        #expect(error.resourceList.first?.displayName == "Any Second")
        #expect(error.resourceList.first?.entityName == "systemuser")
        #expect(try sandbox.count("appointment") + sandbox.count("serviceappointment") == 1)
    }

    @Test func adjacentMeetingsDoNotConflict() throws {
        _ = try run("Book", meeting("09:00", "10:00"))
        #expect(try run("Book", meeting("10:00", "11:00")).validationSuccess)
        #expect(try run("Book", meeting("08:00", "09:00")).validationSuccess)
    }

    @Test func unscheduledMeetingsDoNotConflict() throws {
        let first = try run("Book", meeting("09:00", "10:00"))
        try sandbox.setState("appointment", first.activityId, 2, 4)
        try sandbox.create(meeting("09:00", "10:00"))
        #expect(try run("Book", meeting("09:00", "10:00")).validationSuccess)
    }

    @Test func optionalAttendeesDoNotConflict() throws {
        _ = try run("Book", meeting("09:00", "10:00"))
        var target = try meeting("09:00", "10:00")
        target["optionalattendees"] = target["requiredattendees"]
        target["requiredattendees"] = nil
        #expect(try run("Book", target).validationSuccess)
    }

    @Test(arguments: ["scheduledstart", "scheduledend"])
    func missingTimeFaults(_ column: String) throws {
        var target = try meeting("09:00", "10:00")
        target[column] = nil
        let fault = fault { () throws(CRMFault) in _ = try run("Book", target) }
        #expect(fault?.code == ErrorCode(0x8006_0914))
    }

    @Test func endBeforeStartFaults() throws {
        let target = try meeting("10:00", "09:00")
        let fault = fault { () throws(CRMFault) in _ = try run("Book", target) }
        #expect(fault?.code == ErrorCode(0x8006_0914))
    }

    @Test(arguments: ["Book", "Reschedule"]) func otherTablesFault(_ message: String) {
        let fault = fault { () throws(CRMFault) in
            _ = try run(message, Entity("task", id: .random()))
        }
        #expect(fault?.code == ErrorCode(0x8010_0008))
    }

    @Test func reschedulesAcrossItsOwnTime() throws {
        let id = try run("Book", meeting("09:00", "10:00")).activityId
        var target = try meeting("09:30", "10:30")
        target.id = id
        target["requiredattendees"] = nil
        #expect(try run("Reschedule", target).validationSuccess)
        let moved = try sandbox.retrieve("appointment", id)
        #expect(moved["scheduledstart"] == (try date("2026-10-01T09:30:00Z")))
        #expect(moved["statecode"] == .option(3))
    }

    @Test func reschedulingToABusyTimeChangesNothing() throws {
        let id = try run("Book", meeting("09:00", "10:00")).activityId
        _ = try run("Book", meeting("11:00", "12:00"))
        var target = try meeting("11:30", "12:30")
        target.id = id
        target["requiredattendees"] = nil
        #expect(!(try run("Reschedule", target).validationSuccess))
        #expect(
            try sandbox.retrieve("appointment", id)["scheduledstart"]
                == date("2026-10-01T09:00:00Z"))
    }

    @Test func rescheduleOfACanceledMeetingFaults() throws {
        let id = try run("Book", meeting("09:00", "10:00")).activityId
        try sandbox.setState("appointment", id, 2, 4)
        var target = try meeting("11:00", "12:00")
        target.id = id
        let fault = fault { () throws(CRMFault) in _ = try run("Reschedule", target) }
        #expect(fault?.code == .invalidState)
    }

    @Test func booksASeriesIfEveryInstanceFits() throws {
        var series = try meeting("09:00", "10:00", "recurringappointmentmaster")
        series["recurrencepatterntype"] = .option(0)
        series["occurrences"] = 3
        let result = try run("Book", series)
        #expect(result.validationSuccess)
        #expect(
            try sandbox.count("appointment", ["seriesid": .guid(result.activityId)]) == 3)
        #expect(!(try run("Book", meeting("09:30", "09:45")).validationSuccess))
        #expect(!(try run("Book", series).validationSuccess))
    }
}

struct SeriesMessagesTests {
    let sandbox: Sandbox
    let appointment: GUID

    init() throws {
        sandbox = try Sandbox()
        appointment = try sandbox.create(
            "appointment",
            [
                "subject": "Stand-up", "location": "Room 1",
                "scheduledstart": try date("2026-09-28T09:00:00Z"),
                "scheduledend": try date("2026-09-28T09:15:00Z"),
                "requiredattendees": sandbox.parties(("systemuser", WellKnown.administrator)),
            ])
    }

    private func add(
        _ more: AttributeCollection = ["occurrences": 5]
    ) throws(CRMFault) -> GUID {
        var rule: AttributeCollection = ["recurrencepatterntype": .option(0)]
        for pair in more { rule[pair.key] = pair.value }
        return try sandbox.id(
            "id", of: "AddRecurrence",
            [
                "Target": .entity(Entity("recurringappointmentmaster", rule)),
                "AppointmentId": .guid(appointment),
            ])
    }

    private func instances(_ series: GUID) throws(CRMFault) -> [Entity] {
        try sandbox.find("appointment", ["seriesid": .guid(series)]).sorted {
            ($0["scheduledstart", as: Timestamp.self]?.microseconds ?? 0)
                < ($1["scheduledstart", as: Timestamp.self]?.microseconds ?? 0)
        }
    }

    private func createInstance(_ series: GUID, _ count: Int32) throws(CRMFault) -> CRMValue? {
        try sandbox.execute(
            "CreateInstance",
            [
                "Target": .entity(Entity("recurringappointmentmaster", id: series)),
                "Count": .int(count),
            ])["SeriesCanBeExpanded"]
    }

    private func except(
        _ series: GUID, _ day: String, _ changes: AttributeCollection = [:], deleted: Bool = false
    ) throws -> GUID {
        var target = Entity("appointment", changes)
        target["seriesid"] = .guid(series)
        return try sandbox.id(
            "id", of: "CreateException",
            [
                "Target": .entity(target), "OriginalStartDate": try date(day),
                "IsDeleted": .bool(deleted),
            ])
    }

    private func end(_ series: GUID, _ day: String) throws {
        try sandbox.execute(
            "DeleteOpenInstances",
            [
                "Target": .entity(Entity("recurringappointmentmaster", id: series)),
                "SeriesEndDate": try date(day), "StateOfPastInstances": 1,
            ])
    }

    @Test func appointmentBecomesASeries() throws {
        let series = try add()
        let master = try sandbox.retrieve("recurringappointmentmaster", series)
        #expect(master["subject"] == "Stand-up")
        #expect(master["instancetypecode"] == .option(1))
        #expect(master["expansionstatecode"] == .option(2))
        #expect(master["requiredattendees", as: EntityCollection.self]?.entities.count == 1)
        #expect(try sandbox.count("appointment", ["activityid": .guid(appointment)]) == 0)
    }

    @Test func instancesCopyTheColumnsOfTheSeries() throws {
        let found = try instances(add())
        #expect(found.count == 5)
        let second = found[1]
        #expect(second["scheduledstart"] == (try date("2026-09-29T09:00:00Z")))
        #expect(second["scheduledend"] == (try date("2026-09-29T09:15:00Z")))
        #expect(second["location"] == "Room 1")
        #expect(second["instancetypecode"] == .option(2))
        #expect(second["scheduleddurationminutes"] == 15)
    }

    @Test func instanceCanNotBecomeASeries() throws {
        let instance = try #require(try instances(add()).first?.id)
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "AddRecurrence",
                [
                    "Target": .entity(
                        Entity(
                            "recurringappointmentmaster", ["recurrencepatterntype": .option(0)])),
                    "AppointmentId": .guid(instance),
                ])
        }
        #expect(fault?.code == ErrorCode(0x8004_E104))
    }

    @Test func badPatternFaultsAndKeepsTheAppointment() throws {
        let fault = fault { () throws(CRMFault) in _ = try add(["interval": 0]) }
        #expect(fault?.code == ErrorCode(0x8004_E100))
        #expect(try sandbox.count("appointment") == 1)
    }

    @Test func longSeriesIsExpandedInParts() throws {
        let series = try add(["occurrences": 20])
        #expect(try instances(series).count == 15)
        #expect(try createInstance(series, 3) == true)
        #expect(try instances(series).count == 18)
        #expect(try createInstance(series, 100) == false)
        #expect(try instances(series).count == 20)
        let fault = fault { () throws(CRMFault) in _ = try createInstance(series, 1) }
        #expect(fault?.code == ErrorCode(0x8004_E10B))
    }

    @Test func endlessSeriesStopsAtTheWindow() throws {
        let series = try add(["patternendtype": .option(1), "interval": 100])
        #expect(try createInstance(series, 50) == true)
        #expect(try instances(series).count == 4)
    }

    @Test func exceptionChangesOneInstance() throws {
        let series = try add()
        let id = try except(
            series, "2026-09-29T09:00:00Z",
            [
                "location": "Room 2", "scheduledstart": try date("2026-09-29T10:00:00Z"),
                "scheduledend": try date("2026-09-29T10:15:00Z"),
            ])
        let exception = try sandbox.retrieve("appointment", id)
        #expect(exception["instancetypecode"] == .option(3))
        #expect(exception["location"] == "Room 2")
        #expect(exception["originalstartdate"] == (try date("2026-09-29T09:00:00Z")))
        #expect(try instances(series).count == 5)
    }

    @Test func deletedExceptionIsRemembered() throws {
        let series = try add()
        _ = try except(series, "2026-09-29T09:00:00Z", deleted: true)
        #expect(try instances(series).count == 4)
        let master = try sandbox.retrieve("recurringappointmentmaster", series)
        #expect(master["deletedexceptionslist"] == "2026-09-29T09:00:00Z")
        #expect(throws: CRMFault.self) {
            try except(series, "2026-09-29T09:00:00Z", deleted: true)
        }
    }

    @Test func deletedTwiceHasACodeOfItsOwn() throws {
        let series = try add()
        _ = try except(series, "2026-09-29T09:00:00Z", deleted: true)
        let date = try #require(Timestamp("2026-09-29T09:00:00Z"))
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "CreateException",
                [
                    "Target": .entity(Entity("appointment", ["seriesid": .guid(series)])),
                    "OriginalStartDate": .date(date),
                ])
        }
        #expect(fault?.code == ErrorCode(0x8004_E106))
    }

    @Test func exceptionOfNoInstanceFaults() throws {
        let series = try add()
        let date = try #require(Timestamp("2030-01-01T00:00:00Z"))
        for id in [series, .random()] {
            let fault = fault { () throws(CRMFault) in
                try sandbox.execute(
                    "CreateException",
                    [
                        "Target": .entity(Entity("appointment", ["seriesid": .guid(id)])),
                        "OriginalStartDate": .date(date),
                    ])
            }
            #expect(fault?.code == ErrorCode(0x8004_E104))
        }
    }

    @Test func endingASeriesDeletesLaterInstances() throws {
        let series = try add()
        // Two of the five are past then.
        sandbox.advance(8 * 86400)
        try end(series, "2026-09-30T12:00:00Z")
        let left = try instances(series)
        #expect(left.map { $0["statecode"] } == [.option(1), .option(1), .option(0)])
        let master = try sandbox.retrieve("recurringappointmentmaster", series)
        #expect(master["statecode"] == .option(1))
        #expect(master["patternenddate"] == (try date("2026-09-30T12:00:00Z")))
    }

    @Test func anInstanceThatBeginsAtTheEndOfItsSeriesStays() throws {
        let series = try add()
        try end(series, "2026-09-29T09:00:00Z")
        let left = try instances(series)
        #expect(left.last?["scheduledstart"] == (try date("2026-09-29T09:00:00Z")))
    }

    @Test func endedSeriesCanNotEndAgain() throws {
        let series = try add()
        try end(series, "2026-09-30T12:00:00Z")
        let date = try #require(Timestamp("2026-09-30T12:00:00Z"))
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "DeleteOpenInstances",
                [
                    "Target": .entity(Entity("recurringappointmentmaster", id: series)),
                    "SeriesEndDate": .date(date), "StateOfPastInstances": 1,
                ])
        }
        #expect(fault?.code == ErrorCode(0x8004_E10B))
    }
}
