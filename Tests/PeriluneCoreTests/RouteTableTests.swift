import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct RouteTableTests {
    private static let words = ["a", "b", "*"]

    private func randomInterests(_ random: inout SeededGenerator) throws -> Interests {
        var interests = Interests(types: [])
        for _ in 0..<random.number(1...2) {
            let segments = (0..<random.number(1...3)).map { _ in random.one(of: Self.words) }
            interests.types.append(try TypePattern(segments.joined(separator: ".")))
        }
        for _ in 0..<random.number(0...2) {
            var tests = Value.Members()
            for _ in 0..<random.number(1...2) {
                let path = "data.\(random.one(of: ["x", "y", "z.deep"]))"
                let values = (0..<random.number(1...2)).map { _ in
                    Value.integer(Int64(random.number(0...2)))
                }
                tests[path] = values.count == 1 ? values[0] : .array(values)
            }
            interests.conditions.append(.init("where", .object(tests)))
        }
        if random.number(0...3) == 0 {
            interests.conditions.append(.init("even", .bool(random.number(0...1) == 0)))
        }
        return interests
    }

    private func randomEvent(_ random: inout SeededGenerator) -> FixedContent {
        let type = (0..<random.number(1...4)).map { _ in random.one(of: ["a", "b", "c"]) }
        var data = Value.Members([("n", .integer(Int64(random.number(0...9))))])
        for name in ["x", "y"] where random.number(0...3) > 0 {
            data[name] = .integer(Int64(random.number(0...2)))
        }
        data["z"] = ["deep": .integer(Int64(random.number(0...2)))]
        return FixedContent(type: type.joined(separator: "."), data: .object(data))
    }

    /// What the declaration says, looked at word by word.
    private func meets(_ interests: Interests, _ event: FixedContent) -> Bool {
        guard interests.types.contains(where: { $0.matches(event.type) }) else { return false }
        return interests.conditions.allSatisfy { condition in
            if condition.field == "even" {
                return ((event["data.n"]?.integer ?? 0) % 2 == 0) == (condition.value.bool == true)
            }
            return (condition.value.object?.pairs ?? []).allSatisfy { test in
                guard let value = event[FieldPath(test.name)] else { return false }
                return (test.value.array ?? [test.value]).contains(value)
            }
        }
    }

    private static func text(_ declared: [Interests]) -> String {
        declared.map { interests in
            "\(interests.types) \(interests.conditions.map { "\($0.field) \($0.value.json)" })"
        }.joined(separator: "; ")
    }

    @Test func candidatesAreTheDelegatesWhoseDeclarationsAreMet() throws {
        var random = SeededGenerator(seed: 21)
        var found = 0
        for _ in 0..<200 {
            let declared = try (0..<random.number(1...12)).map { _ in
                try randomInterests(&random)
            }
            var table = try RouteTable(
                declared.enumerated().map { number, interests in
                    Delegate(name: "d\(number)", interests: interests) { _ in Deaf() }
                }, handlers: [], dimensions: [FieldTests(), EvenNumbers()])
            var candidates: [Int] = []
            for _ in 0..<40 {
                let event = randomEvent(&random)
                let expected = declared.indices.filter { meets(declared[$0], event) }
                table.route(event)
                candidates = table.candidates
                #expect(candidates == expected, "\(Self.text(declared)) \(event.value.json)")
                let accepted = declared.indices.filter {
                    table.mismatch(of: $0, for: event) == nil
                }
                #expect(accepted == expected, "\(Self.text(declared)) \(event.value.json)")
                found += expected.count
            }
        }
        #expect(found > 5000)
    }

    @Test func numberedTypesTakeTheSameRoute() throws {
        let delegates = ["a.*", "b"].map { (type: TypePattern) in
            Delegate(name: "\(type)", interests: Interests(types: [type])) { _ in Deaf() }
        }
        var table = try RouteTable(delegates, handlers: [], dimensions: [])
        var candidates: [Int] = []
        for (number, type, expected) in [(3, "a.x", [0]), (0, "b", [1]), (3, "a.x", [0])] {
            let event = FixedContent(type: type)
            event.typeNumber = number
            table.route(event)
            candidates = table.candidates
            #expect(candidates == expected)
        }
    }

    @Test func typesWithoutNumberAreNotKeptForEver() throws {
        let all = Delegate(name: "all", interests: Interests()) { _ in Deaf() }
        var table = try RouteTable([all], handlers: [], dimensions: [])
        for number in 0..<5000 {
            var candidates: [Int] = []
            table.route(FixedContent(type: "t\(number)"))
            candidates = table.candidates
            #expect(candidates == [0])
        }
    }

    @Test func thousandDelegatesOfOnePathAreFoundByTheirValue() throws {
        let delegates = (0..<1000).map { number in
            Delegate(
                name: "d\(number)",
                interests: Interests(
                    types: ["a.*"],
                    conditions: [.init("where", ["data.n": .integer(Int64(number))])])
            ) { _ in Deaf() }
        }
        var table = try RouteTable(delegates, handlers: [], dimensions: [FieldTests()])
        var candidates: [Int] = []
        for number in stride(from: 0, to: 1100, by: 50) {
            let event = FixedContent(type: "a.b", data: ["n": .integer(Int64(number))])
            table.route(event)
            candidates = table.candidates
            #expect(candidates == (number < 1000 ? [number] : []))
        }
    }

    @Test func conditionThatNoPluginKnowsIsRefused() {
        let delegate = Delegate(
            name: "rules.lua", interests: Interests(conditions: [.init("whre", ["a": 1])])
        ) { _ in Deaf() }
        #expect(
            throws: PeriluneError(
                "interest.unknown",
                "no plugin provides the condition 'whre'", at: .init(file: "rules.lua"),
                hint: "did you mean 'where'?")
        ) {
            try RouteTable([delegate], handlers: [], dimensions: [FieldTests()])
        }
    }
}

private final class Deaf: EventDelegate {
    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { false }
    func execute(_ event: any EventContent, _ commander: Commander) -> Execution {
        .finished(.pass)
    }
    func finish(committed: Bool) {}
}

/// The condition `even = true` or `even = false` on `data.n`.
private struct EvenNumbers: InterestDimension {
    let field = "even"

    func index(_ declarations: [InterestDeclaration]) -> any InterestIndex {
        Index(wanted: declarations.map { ($0.delegate, $0.value.bool == true) })
    }

    struct Index: InterestIndex {
        let wanted: [(delegate: Int, isEven: Bool)]

        func match(_ event: any EventContent, into delegates: inout [Int]) {
            for (delegate, _) in wanted where rejection(of: delegate, for: event) == nil {
                delegates.append(delegate)
            }
        }

        func rejection(of delegate: Int, for event: any EventContent) -> String? {
            let isEven = (event["data.n"]?.integer ?? 0) % 2 == 0
            let wanted = wanted.first { $0.delegate == delegate }
            return wanted?.isEven == isEven ? nil : "wrong"
        }
    }
}
