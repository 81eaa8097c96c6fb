import CRMPlugin

/// The tables of calendars for bookable resources.
enum CalendarTables {
    static let all = [calendar, calendarRule, equipment]

    static let calendar = Table(
        "Calendar", 4003, "Calendar", name: "name", ownership: .organization,
        [
            .text("Name", 160), .memo("Description", 1000), .flag("IsShared"),
            .choice(
                "Type",
                [
                    0: "Default", 1: "Customer Service", 2: "Holiday Schedule",
                    -1: "Inner Calendar",
                ], default: 0),
            .lookup("BusinessUnitId", "businessunit", "business_unit_calendars"),
        ])

    static let calendarRule = Table(
        "CalendarRule", 4004, "Calendar Rule", name: "name", ownership: .none,
        [
            .text("Name", 160), .text("Pattern", 256), .date("StartTime"), .date("EndTime"),
            .integer("Duration"), .integer("Offset"), .integer("Rank"), .integer("TimeCode"),
            .integer("SubCode"), .float("Effort", 0...1_000_000_000), .flag("IsSimple"),
            .lookup("CalendarId", "calendar", "calendar_calendar_rules", Cascade(delete: .cascade)),
            .lookup("InnerCalendarId", "calendar", "inner_calendar_calendar_rules"),
        ])

    static let equipment = Table(
        "Equipment", set: "equipments", 4000, "Facility/Equipment", name: "name",
        ownership: .organization,
        [
            .text("Name", 160), .memo("Description"), .text("EMailAddress", 100),
            .text("Skills", 100), .flag("IsDisabled").readOnly,
            .lookup("BusinessUnitId", "businessunit", "business_unit_equipment"),
            .lookup("CalendarId", "calendar", "calendar_equipment"),
        ])
}
