import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneTestKit
import Synchronization
import Testing
import URLPatternsPlugin

import class Foundation.ProcessInfo

/// Links with one to four events, and random rules, against a slow model.
///
/// `PERILUNE_LINKS=20000` tries more of them, which takes minutes.
struct PartPropertyTests {
    private typealias Made = PartModel.MadeLink
    private static let links =
        ProcessInfo.processInfo.environment["PERILUNE_LINKS"].flatMap { Int($0) } ?? 2_000

    @Test func everyEventIsDecidedAsTheModelSays() async throws {
        var random = SeededGenerator(seed: 60)
        var links = 0
        var executedUnasked = 0
        var severalParts = 0
        while links < Self.links {
            let rules = (0..<Int.random(in: 0...5, using: &random)).map { _ in rule(&random) }
            let made = (0..<100).map { _ in link(&random) }
            let journal = Mutex<[String: [PartModel.Call]]>([:])
            let host = try await Self.host(rules) { id, call in
                journal.withLock { $0[id, default: []].append(call) }
            }
            let results = try await host.process(
                all: made.enumerated().map { .link($1.text, id: "e\($0)") })
            for (number, record) in results.records.enumerated() {
                let model = PartModel(made[number], rules)
                let calls = journal.withLock { $0["e\(number)"] ?? [] }
                let found =
                    "\(record.outcome) \(Self.parts(record)) \(Self.opened(record)) \(calls)"
                let expected =
                    "\(model.outcome) \(Self.parts(model)) \(model.opened) \(model.calls)"
                // Thousands of expectations that hold would take most of the time.
                if found != expected
                    || Set(record.effects.map(\.id)).count < record.effects.count
                {
                    #expect(found == expected, "\(made[number].text) \(rules)")
                    Issue.record("\(record.json)")
                }
                executedUnasked += Self.executedUnasked(record, model, calls)
                if model.parts.count > 1 { severalParts += 1 }
            }
            links += made.count
        }
        #expect(executedUnasked == 0)
        #expect(severalParts > Self.links / 2)
    }

    /// Events that the default handler carried out although a rule before the one that decided was not asked.
    private static func executedUnasked(
        _ record: Record, _ model: PartModel, _ calls: [PartModel.Call]
    ) -> Int {
        var count = 0
        for (number, interested) in model.interested.enumerated() {
            let part = record.parts.isEmpty ? nil : record.parts[number]
            guard (part?.outcome ?? record.outcome) == .default else { continue }
            let by = (part?.by ?? record.by).flatMap { Int($0.dropFirst("rule".count)) }
            for rule in interested {
                let isAsked = calls.contains {
                    $0.rule == rule && ($0.part == 0 || $0.part == number + 1)
                }
                if !isAsked, model.rules[rule].claims { count += 1 }
                if rule == by { break }
            }
        }
        return count
    }

    private static func opened(_ record: Record) -> [Int] {
        record.effects.compactMap { effect in
            effect.details["number"]?.integer.map { Int($0) }
        }
    }

    private static func parts(_ record: Record) -> [String] {
        guard !record.parts.isEmpty else {
            return [text(record.outcome.rawValue, record.by, record.redirect, false)]
        }
        return record.parts.map { text($0.outcome.rawValue, $0.by, $0.redirect, $0.isSkipped) }
    }

    private static func parts(_ model: PartModel) -> [String] {
        model.parts.map { part in
            let by = part.by.map { "rule\($0)" }
            return text(
                part.outcome, by ?? (part.outcome == "default" ? "link-drill" : nil),
                part.redirect, part.isSkipped)
        }
    }

    private static func text(
        _ outcome: String, _ by: String?, _ redirect: String?, _ isSkipped: Bool
    ) -> String {
        "\(outcome) \(by ?? "nobody") \(redirect ?? "-") \(isSkipped)"
    }

    private static func host(
        _ rules: [PartModel.Rule],
        _ note: @escaping @Sendable (String, PartModel.Call) -> Void
    ) async throws -> Host {
        try await Host {
            LinkDrill()
            URLPatterns()
            for (number, rule) in rules.enumerated() {
                ScriptedDelegate(
                    "rule\(number)", on: "link.*", conditions: rule.condition.declared,
                    priority: rule.priority, shouldHandle: { _, _ in rule.claims },
                    execute: { event, _ in
                        let part = event["data.part.number"]?.integer ?? 0
                        note(event.id, PartModel.Call(rule: number, part: Int(part)))
                        return .finished(try rule.action.reply(event))
                    }
                ).delegate
            }
        }
    }

    private func rule(_ random: inout SeededGenerator) -> PartModel.Rule {
        let conditions: [PartModel.Condition] = [
            .any, .scheme("mstr"), .scheme("https"), .event(3995), .event(4001),
            .event(10_000_001), .custom, .pair("x", "1"), .pair("reportID", "A"),
        ]
        return PartModel.Rule(
            condition: conditions.randomElement(using: &random) ?? .any,
            priority: Int.random(in: -1...1, using: &random),
            claims: Int.random(in: 0...4, using: &random) > 0,
            action: PartModel.Action.allCases.randomElement(using: &random) ?? .pass)
    }

    private func link(_ random: inout SeededGenerator) -> Made {
        func parameters(_ most: Int) -> [(name: String, value: String)] {
            let all = [("x", "1"), ("x", "2"), ("reportID", "A"), ("reportID", "B"), ("y", "")]
            return (0..<Int.random(in: 0...most, using: &random)).map { _ in
                all.randomElement(using: &random) ?? ("x", "1")
            }
        }
        let start =
            ["mstr://", "https://bi.example.com/mstrWeb", "mstrWeb"].randomElement(using: &random)
            ?? ""
        var made = Made(start: start, shared: [], blocks: [], order: [], text: "")
        let count = Int.random(in: 1...4, using: &random)
        // With one event every parameter is its own; before the first of several they are shared.
        if count > 1 { made.shared = parameters(1) }
        for _ in 0..<count {
            let number =
                [3995, 3999, 4001, 10_000_001, 10_000_002].randomElement(using: &random) ?? 3995
            made.blocks.append(.init(number: number, parameters: parameters(2)))
        }
        var pieces = made.shared.map { "\($0.name)=\($0.value)" }
        for block in made.blocks {
            let name = Int.random(in: 0...9, using: &random) == 0 ? "%65vt" : "evt"
            pieces.append("\(name)=\(block.number)")
            pieces += block.parameters.map { "\($0.name)=\($0.value)" }
        }
        if count > 1, Int.random(in: 0...2, using: &random) == 0 {
            made.order = made.blocks.map(\.number).shuffled(using: &random)
            made.order.removeLast(Int.random(in: 0...1, using: &random))
            pieces.append("evtorder=" + made.order.map(String.init).joined(separator: ","))
        }
        made.text = start + "?" + pieces.joined(separator: "&")
        if Int.random(in: 0...9, using: &random) == 0 { made.text += "#evt=1&evt=2" }
        return made
    }
}

extension PartModel.Condition {
    /// The condition as a delegate declares it.
    fileprivate var declared: [Interests.Condition] {
        switch self {
        case .any: []
        case .scheme(let scheme): [.init("url", .string("\(scheme):"))]
        case .event(let number): [.init("evt", .integer(Int64(number)))]
        case .custom: [.init("evt", "custom")]
        case .pair(let name, let value): [.init("url", .string("?\(name)=\(value)"))]
        }
    }
}

extension PartModel.Action {
    fileprivate func reply(_ event: any EventContent) throws(PeriluneError) -> Reply {
        switch self {
        case .handle: .handled
        case .usual: .byDefault()
        case .pass: .pass
        case .reject: .reject(reason: "no")
        case .rejectThis: .rejectPart(reason: "no")
        case .fail: throw PeriluneError("test.broken", "broken")
        case .openStock: .byDefault(url: PartModel.stock)
        case .openCustom: .byDefault(url: PartModel.custom)
        case .openOwn: .byDefault(url: event.string(at: "data.url"))
        }
    }
}
