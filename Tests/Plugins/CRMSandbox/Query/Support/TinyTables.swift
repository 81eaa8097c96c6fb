import CRMPlugin
import PeriluneCore
import PeriluneStore

@testable import CRMSandboxPlugin

typealias Row = [String: CRMValue]

/// A few small tables with a column of every kind, and a file with rows of them.
enum TinyTables {
    static let schema = Schema(
        [
            EntityDefinition(
                "Thing", code: 10001, displayName: "Thing", name: "name",
                [
                    .init("ThingId", .uniqueidentifier), .init("Name", .string),
                    .init("Size", .integer), .init("Price", .money), .init("Weight", .decimal),
                    .init("Ratio", .double), .init("IsNew", .boolean),
                    .init(
                        "Color", .picklist,
                        options: [.init(1, "Red"), .init(2, "green"), .init(3, "Blue")]),
                    .init("Made", .dateTime), .init("PersonId", .lookup, targets: ["person"]),
                    .init("OwnerId", .owner, targets: ["systemuser", "team"]),
                    .init("Flags", .multiSelectPicklist), .init("VersionNumber", .bigInt),
                    .init("ParentThingId", .lookup, targets: ["thing"]),
                ]),
            EntityDefinition(
                "Person", code: 10002, displayName: "Person", name: "name",
                [
                    .init("PersonId", .uniqueidentifier), .init("Name", .string),
                    .init("City", .string), .init("Age", .integer), .init("Born", .dateTime),
                    .init("ParentPersonId", .lookup, targets: ["person"]),
                    .init("VersionNumber", .bigInt),
                ]),
            EntityDefinition(
                "Tag", code: 10003, displayName: "Tag", name: "name",
                [
                    .init("TagId", .uniqueidentifier), .init("Name", .string),
                    .init("VersionNumber", .bigInt),
                ]),
            EntityDefinition(
                "ThingTag", code: 10004, displayName: "Thing Tag", name: nil, isIntersect: true,
                [
                    .init("ThingTagId", .uniqueidentifier), .init("ThingId", .uniqueidentifier),
                    .init("TagId", .uniqueidentifier),
                ]),
            EntityDefinition(
                "SystemUser", code: 8, displayName: "User", name: "fullname",
                [
                    .init("SystemUserId", .uniqueidentifier), .init("FullName", .string),
                    .init("BusinessUnitId", .lookup, targets: ["businessunit"]),
                    .init("ParentSystemUserId", .lookup, targets: ["systemuser"]),
                ]),
            EntityDefinition(
                "Team", code: 9, displayName: "Team", name: "name",
                [.init("TeamId", .uniqueidentifier), .init("Name", .string)]),
            EntityDefinition(
                "BusinessUnit", code: 11, displayName: "Unit", name: "name",
                [.init("BusinessUnitId", .uniqueidentifier), .init("Name", .string)]),
            EntityDefinition(
                "TeamMembership", code: 23, displayName: "Membership", name: nil,
                isIntersect: true,
                [
                    .init("TeamMembershipId", .uniqueidentifier),
                    .init("TeamId", .uniqueidentifier), .init("SystemUserId", .uniqueidentifier),
                ]),
        ],
        [
            .oneToMany(OneToMany("thing_person", from: "thing", "personid", to: "person")),
            .oneToMany(OneToMany("person_person", from: "person", "parentpersonid", to: "person")),
            .oneToMany(OneToMany("thing_thing", from: "thing", "parentthingid", to: "thing")),
            .oneToMany(
                OneToMany("user_user", from: "systemuser", "parentsystemuserid", to: "systemuser")),
            .manyToMany(
                ManyToMany("thing_tags", intersect: "thingtag", "thing", "thingid", "tag", "tagid")),
            .manyToMany(
                ManyToMany(
                    "teammembership_association", intersect: "teammembership", "team", "teamid",
                    "systemuser", "systemuserid")),
        ])

    static func id(_ kind: UInt64, _ number: Int) -> GUID {
        GUID(high: kind << 32, low: UInt64(number))
    }

    /// A file in memory with these rows.
    static func connection(_ tables: [String: [Row]]) throws -> Connection {
        let connection = try Connection(path: ":memory:")
        try connection.createCollations()
        try QueryFunctions.register(on: connection)
        for entity in schema.entities {
            let layout = Layout(entity)
            let columns = layout.columns.flatMap { column in
                ["\(column.sql) \(column.declaration)"]
                    + (column.typeSQL.map { ["\($0) TEXT"] } ?? [])
            }
            try connection.run("CREATE TABLE \(layout.table) (\(columns.joined(separator: ", ")))")
            for row in tables[entity.logicalName] ?? [] {
                var values: [SQLValue] = []
                for column in layout.columns {
                    let value = row[column.name] ?? .null
                    values.append(stored(value))
                    if column.typeSQL != nil {
                        if case .reference(let reference) = value {
                            values.append(.text(reference.logicalName))
                        } else {
                            values.append(.null)
                        }
                    }
                }
                let marks = values.map { _ in "?" }.joined(separator: ", ")
                try connection.run("INSERT INTO \(layout.table) VALUES (\(marks))", values)
            }
        }
        return connection
    }

    private static func stored(_ value: CRMValue) -> SQLValue {
        switch value {
        case .string(let text): .text(text)
        case .int(let number): .integer(Int64(number))
        case .long(let number): .integer(number)
        case .double(let number): .real(number)
        case .bool(let flag): .integer(flag ? 1 : 0)
        case .option(let option): .integer(Int64(option.value))
        case .options(let options): .text("," + options.map { "\($0.value)," }.joined())
        case .date(let time): .integer(time.microseconds / 1_000_000)
        case .guid(let id): .blob(id.bytes)
        case .reference(let reference): .blob(reference.id.bytes)
        case .decimal(let decimal): .text(decimal.description)
        case .money(let money): .integer(Int64(money.value.rounded(to: 4).mantissa))
        default: .null
        }
    }

    static let user = id(8, 1)
    static let now = Timestamp("2024-02-29T21:30:00Z") ?? Timestamp(microseconds: 0)

    static func engine(
        _ tables: [String: [Row]], utcOffset: Int = 0, fiscal: FiscalCalendar = FiscalCalendar()
    ) throws -> QueryEngine {
        var context = QueryContext(userID: user, now: now)
        context.utcOffset = utcOffset
        context.fiscal = fiscal
        return QueryEngine(
            schema: schema, connection: try connection(tables), context: context)
    }
}
