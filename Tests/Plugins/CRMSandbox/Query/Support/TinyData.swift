import CRMPlugin
import PeriluneCore

@testable import CRMSandboxPlugin

/// A generator that gives the same numbers for the same seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: 0..<values.count, using: &self)]
    }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
}

/// Random rows: few different values, so that rows are equal often, and many nulls.
enum TinyData {
    static let texts = [
        "ab", "AB", "abc", "Ä", "ä1", "b%c", "B_C", "[x]", "straße", "zz", "Σίσυφος",
    ]
    private static let days: [Int] = [-40, -31, -8, -7, -1, 0, 1, 2, 7, 8, 30, 366]
    // The types are spelled out: without them this takes five seconds to compile.
    static let instants: [Int] = days.flatMap { (day: Int) -> [Int] in
        let start = day * 86400
        return [start, start + 9000, start - 75000]
    }

    static func tables(_ dice: inout Dice) -> [String: [Row]] {
        let people = dice.number(0...5)
        let things = dice.number(0...9)
        let tags = 3
        func maybe(_ value: CRMValue, _ dice: inout Dice) -> CRMValue {
            dice.chance(25) ? .null : value
        }
        func date(_ dice: inout Dice) -> CRMValue {
            .date(
                Timestamp(
                    microseconds: TinyTables.now.microseconds
                        + Int64(dice.pick(instants)) * 1_000_000))
        }
        var tables: [String: [Row]] = [:]
        tables["systemuser"] = (1...3).map { number in
            var row: Row = [
                "systemuserid": .guid(TinyTables.id(8, number)),
                "fullname": .string(["Ute", "bob", "Al"][number - 1]),
                "businessunitid": .reference(
                    EntityReference("businessunit", TinyTables.id(11, number % 2))),
            ]
            if number > 1 {
                row["parentsystemuserid"] = .reference(
                    EntityReference("systemuser", TinyTables.id(8, number - 1)))
            }
            return row
        }
        tables["team"] = (1...2).map {
            ["teamid": .guid(TinyTables.id(9, $0)), "name": .string("Team \($0)")]
        }
        tables["teammembership"] = [(1, 1), (2, 2)].map { team, user in
            [
                "teammembershipid": .guid(TinyTables.id(23, team)),
                "teamid": .guid(TinyTables.id(9, team)),
                "systemuserid": .guid(TinyTables.id(8, user)),
            ]
        }
        tables["person"] = (0..<people).map { number in
            var row: Row = ["personid": .guid(TinyTables.id(2, number)), "versionnumber": .long(1)]
            row["name"] = maybe(.string(dice.pick(texts)), &dice)
            row["city"] = maybe(.string(dice.pick(texts)), &dice)
            row["age"] = maybe(.int(Int32(dice.number(0...3))), &dice)
            row["born"] = maybe(date(&dice), &dice)
            if number > 0, dice.chance(60) {
                row["parentpersonid"] = .reference(
                    EntityReference("person", TinyTables.id(2, dice.number(0...number - 1))))
            }
            return row
        }
        tables["thing"] = (0..<things).map { number in
            var row: Row = ["thingid": .guid(TinyTables.id(1, number)), "versionnumber": .long(7)]
            row["name"] = maybe(.string(dice.pick(texts)), &dice)
            row["size"] = maybe(.int(Int32(dice.number(-2...3))), &dice)
            row["price"] = maybe(
                .money(Money(CRMDecimal(mantissa: Int128(dice.number(0...4) * 25), scale: 1))),
                &dice)
            row["weight"] = maybe(
                .decimal(
                    CRMDecimal(mantissa: Int128(dice.number(-1...12)), scale: dice.number(0...2))),
                &dice)
            row["ratio"] = maybe(.double(Double(dice.number(0...3)) / 2), &dice)
            row["isnew"] = maybe(.bool(dice.chance(50)), &dice)
            row["color"] = maybe(.option(OptionSetValue(Int32(dice.number(1...3)))), &dice)
            row["made"] = maybe(date(&dice), &dice)
            row["flags"] = maybe(
                dice.pick([.options([1]), .options([1, 2]), .options([2, 12])]), &dice)
            if people > 0 {
                row["personid"] = maybe(
                    .reference(
                        EntityReference("person", TinyTables.id(2, dice.number(0...people - 1)))),
                    &dice)
            }
            if number > 0, dice.chance(50) {
                row["parentthingid"] = .reference(
                    EntityReference("thing", TinyTables.id(1, dice.number(0...number - 1))))
            }
            row["ownerid"] = .reference(
                dice.chance(50)
                    ? EntityReference("systemuser", TinyTables.id(8, dice.number(1...3)))
                    : EntityReference("team", TinyTables.id(9, dice.number(1...2))))
            return row
        }
        tables["tag"] = (0..<tags).map {
            ["tagid": .guid(TinyTables.id(3, $0)), "name": .string(texts[$0])]
        }
        tables["thingtag"] = (0..<things * 2).filter { _ in dice.chance(50) }.map { number in
            [
                "thingtagid": .guid(TinyTables.id(4, number)),
                "thingid": .guid(TinyTables.id(1, number / 2)),
                "tagid": .guid(TinyTables.id(3, dice.number(0...tags - 1))),
            ]
        }
        return tables
    }
}
