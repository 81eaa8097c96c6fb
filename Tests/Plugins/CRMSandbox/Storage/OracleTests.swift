import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// The store against a dictionary that does the same.
struct OracleTests {
    private let columns: [(name: String, values: [CRMValue])] = [
        ("name", ["A", "ä", "x y", "", .null]),
        ("description", ["line\nline", "\u{1F642}", .null]),
        ("numberofemployees", [0, 7, 1_000_000_000, .null]),
        ("creditonhold", [true, false]),
        ("industrycode", [.option(1), .option(33), .null]),
        ("address1_latitude", [.double(-90), .double(0.5), .null]),
        ("lastusedincampaign", [.date(Timestamp(microseconds: -1_000_000)), .null]),
        ("entityimage", [.bytes([0, 255]), .bytes([1]), .null]),
        ("address1_addressid", [.guid(WellKnown.number(1, 1)), .null]),
        ("parentaccountid", []),
    ]

    @Test(arguments: 1...4)
    func recordsHaveTheLastWrittenValues(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let sandbox = try Sandbox()
        var oracle: [GUID: [String: CRMValue]] = [:]
        for _ in 0..<80 {
            let known = oracle.keys.sorted()
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let values = some(known, &random)
                let id = try sandbox.create("account", values)
                oracle[id] = ["creditonhold": false]
                write(values, to: &oracle[id, default: [:]])
            case 4..<7:
                guard let id = known.randomElement(using: &random) else { continue }
                let values = some(known, &random)
                try sandbox.update("account", id, values)
                write(values, to: &oracle[id, default: [:]])
            case 7:
                guard let id = known.randomElement(using: &random) else { continue }
                try sandbox.delete("account", id)
                oracle[id] = nil
                // The link of whoever pointed at it is gone.
                for other in oracle.keys
                where oracle[other]?["parentaccountid"] == reference("account", id) {
                    oracle[other]?["parentaccountid"] = nil
                }
            case 8:
                // Nothing of a refused change stays.
                guard let id = known.randomElement(using: &random) else { continue }
                var values = some(known, &random)
                values["industrycode"] = .option(99)
                #expect(throws: CRMFault.self) { try sandbox.update("account", id, values) }
            default:
                #expect(throws: CRMFault.self) { try sandbox.retrieve("account", .random()) }
            }
            for (id, expected) in oracle { try compare(expected, id, sandbox) }
        }
    }

    private func some(_ known: [GUID], _ random: inout SplitMix) -> AttributeCollection {
        var values: AttributeCollection = [:]
        for column in columns where Bool.random(using: &random) {
            if column.name == "parentaccountid" {
                values[column.name] =
                    known.randomElement(using: &random).map { reference("account", $0) } ?? .null
            } else {
                values[column.name] = column.values.randomElement(using: &random)
            }
        }
        return values
    }

    private func write(_ values: AttributeCollection, to record: inout [String: CRMValue]) {
        for pair in values {
            if pair.value == .null || pair.value == "" {
                record.removeValue(forKey: pair.key)
            } else {
                record[pair.key] = pair.value
            }
        }
    }

    private func compare(
        _ expected: [String: CRMValue], _ id: GUID, _ sandbox: Sandbox
    ) throws {
        let found = try sandbox.retrieve("account", id, ColumnSet(columns.map(\.name)))
        var actual: [String: CRMValue] = [:]
        for pair in found.attributes where pair.key != "accountid" { actual[pair.key] = pair.value }
        for name in Set(actual.keys).union(expected.keys) {
            #expect(actual[name] == expected[name], "\(name)")
        }
    }
}

/// A generator whose numbers follow from its seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
