internal import CLuaFloor
internal import Perilune

/// What an embedder pays for one decision, beside the bare call of the same Lua function from C.
///
/// The bare call has no event to read: its table was made once. It has no sandbox, no budget, no record.
func measureEmbedding(_ rounds: Int) async throws -> Findings {
    var findings = Findings()
    for rule in EmbeddedRule.all { findings.add(try await measure(rule, rounds)) }
    return findings
}

private func measure(_ rule: EmbeddedRule, _ rounds: Int) async throws -> Findings {
    let script = Script(name: "\(rule.name).lua", source: rule.source)
    let host = try await Host { script }
    let event = rule.event
    let batch = Array(repeating: event, count: 1000)
    guard let floor = unsafe floor_new(rule.source, "return \(rule.table)") else {
        throw WrongAnswer(description: "\(rule.name) does not load in plain Lua")
    }
    defer { unsafe floor_free(floor) }
    let single = 500
    let timings = try await interleaved(
        [
            Case("\(rule.name): bare lua_pcall", operations: 20_000) {
                let start = Clock.processor
                guard unsafe floor_call(floor, 20_000) == 0 else {
                    throw WrongAnswer(description: "\(rule.name) fails in plain Lua")
                }
                return Clock.processor - start
            },
            Case("\(rule.name): host.process", operations: single) {
                let start = Clock.processor
                for _ in 0..<single {
                    let record = try await host.process(event)
                    guard record.outcome == .rejected else {
                        throw WrongAnswer(description: record.json)
                    }
                }
                return Clock.processor - start
            },
            Case("\(rule.name): host.process(all:) of 1000", operations: batch.count) {
                let start = Clock.processor
                let summary = try await host.process(all: batch).summary
                guard summary.rejected == batch.count else {
                    throw WrongAnswer(description: "\(rule.name): \(summary)")
                }
                return Clock.processor - start
            },
        ], rounds: rounds)
    return Findings(
        timings: timings,
        comparisons: [
            Comparison(
                what: "\(rule.name): one event over a bare call",
                ratio: timings[1].ratio(to: timings[0]), limit: 20),
            Comparison(
                what: "\(rule.name): in batches over a bare call",
                ratio: timings[2].ratio(to: timings[0]), limit: 3),
        ])
}

/// A rule with its event, as JSON for the host and as a Lua table for the bare call.
private struct EmbeddedRule {
    var name: String
    var source: String
    var data: Value
    var table: String

    var event: Event { Event(id: "1", source: "shop/7", type: "shop.order", data: data) }

    static let all = [comparison, order]

    /// Three fields are looked at: as little as a rule can do.
    static let comparison = EmbeddedRule(
        name: "three comparisons",
        source: """
            return { on = "shop.order", execute = function(event, commander)
              local data = event.data
              if data.total > 1000 and data.country == "PT" and not data.approved then
                return commander:reject("needs an approval")
              end
              return commander:default()
            end }
            """,
        data: ["total": 1250, "country": "PT", "approved": false],
        table: #"{ data = { total = 1250, country = "PT", approved = false } }"#)

    /// An order of twenty lines is added up, as rules of a shop do.
    static let order: EmbeddedRule = {
        let lines = (1...20).map { number in
            (sku: "A-\(number)", quantity: number % 4 + 1, price: 10 + number)
        }
        return EmbeddedRule(
            name: "an order of twenty lines",
            source: """
                return { on = "shop.order", execute = function(event, commander)
                  local total, dear = 0, 0
                  for _, line in ipairs(event.data.lines) do
                    local price = line.quantity * line.price
                    if line.quantity >= 3 then price = price * 0.9 end
                    if line.sku:sub(1, 1) == "A" and price > 50 then dear = dear + 1 end
                    total = total + price
                  end
                  if total > 500 and dear > 2 then return commander:reject("needs an approval") end
                  return commander:default()
                end }
                """,
            data: [
                "lines": .array(
                    lines.map {
                        [
                            "sku": .string($0.sku), "quantity": .integer(Int64($0.quantity)),
                            "price": .integer(Int64($0.price)),
                        ]
                    })
            ],
            table: "{ data = { lines = {"
                + lines.map {
                    "{ sku = '\($0.sku)', quantity = \($0.quantity), price = \($0.price) }"
                }
                .joined(separator: ",") + "} } }")
    }()
}
