import PeriluneCore
import Testing

@testable import CRMPlugin

/// Records that are written as JSON at once, beside the JSON of their values.
struct ScriptWriterTests {
    private static let values: [CRMValue] = [
        .null, .string("Söhne \"& \\ \u{1}"), .int(-3), .long(.max), .double(1), .double(.nan),
        .double(0.1),
        .decimal(CRMDecimal("12345678901234567890.5") ?? CRMDecimal(1)),
        .money(Money(CRMDecimal("2154.320") ?? CRMDecimal(1))), .bool(true),
        .date(Timestamp(microseconds: 1_600_000_000_123_000)), .guid(GUID(high: .max, low: 0x0123)),
        .bytes([1, 2]), .option(OptionSetValue(-1)), .options([OptionSetValue(1)]),
        .reference(EntityReference("lead", .zero)),
        .aliased(AliasedValue(entity: "a", attribute: "b", .string("c"))),
        .managed(BooleanManagedProperty(true)), .references([EntityReference("lead", .zero)]),
        .guids([.zero]), .strings(["a"]), .bools([false]), .columns(["a"]),
    ]

    private static func record(_ extra: [(String, CRMValue)] = []) -> Entity {
        var entity = Entity("lead", [:])
        for (number, value) in values.enumerated() { entity["new_\(number)"] = value }
        for (name, value) in extra { entity[name] = value }
        entity.formattedValues = ["b": "B\n", "a": "A"]
        return entity
    }

    private static let records: [Entity] = {
        var versioned = record([("id", .string("mine")), ("logicalname", .int(1))])
        versioned.rowVersion = "7"
        var named = record([
            ("inner", .entity(record())), ("many", .entities(EntityCollection([record()]))),
            ("array", .entityArray([record()])),
        ])
        named.id = GUID(high: 0x6997_a469_a735_45f8, low: 0xa4bf_fe31_526a_086b)
        return [Entity(""), record(), versioned, named]
    }()

    @Test(arguments: [false, true])
    func aRecordIsTheJSONOfItsValue(isFormatted: Bool) {
        let writer = ScriptWriter(formatted: isFormatted)
        for record in Self.records {
            var json = JSONWriter()
            writer.write(record, to: &json)
            #expect(json.text == writer.record(record).json)
        }
    }

    @Test(arguments: [nil, "", "<cookie/>"])
    func aPageIsTheJSONOfItsValue(cookie: String?) {
        for next in [nil, (2, cookie)] {
            var json = JSONWriter()
            ScriptWriter().write(Self.records, next: next, to: &json)
            #expect(json.text == ScriptWriter().page(Self.records, next: next).json)
        }
    }
}
