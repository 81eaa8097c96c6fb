import Perilune
import PeriluneFoundation

/// What rules decide on: encoded as the data of an event.
struct Order: Codable, Sendable {
    var number: Int
    var item: String
    var total: Double
}

/// What rules emit.
struct Discount: Decodable, Sendable {
    var order: Int
    var percent: Int
}

/// The rules of the service.
actor Orders {
    let host: Host

    init(rules: String, _ warehouse: Warehouse, _ audit: Audit) async throws {
        host = try await Host {
            // Asked first. Other orders are decided while it waits for the warehouse.
            Delegate.async(on: "order.placed", name: "stock") { event, commander in
                let order = try event.data(as: Order.self)
                guard try await warehouse.has(order.item) else {
                    return .reject(reason: "no \(order.item) left")
                }
                commander.effect("reserve", ["item": .string(order.item)])
                return .pass
            }
            try Script(rules)
            Sink("audit") { batch in await audit.add(batch.count) }
        }
    }

    /// Describes the decision on an order.
    func place(_ order: Order) async throws -> String {
        let answer = try await host.decide(order, as: "order.placed")
        // An error of a rule is in the record; it is not thrown.
        if let error = answer.record.error { return "not decided: \(error.message)" }
        if answer.outcome == .rejected { return "refused: \(answer.record.reason ?? "")" }
        let discounts = try answer.values(of: Discount.self)
        return discounts.first.map { "placed, \($0.percent) % off" } ?? "placed"
    }
}

/// A mock of a slow service.
actor Warehouse {
    func has(_ item: String) async throws -> Bool {
        if item == "piano" { try await Task.sleep(for: .seconds(600)) }
        return item != "lamp"
    }
}

/// Stands for a database with all decisions.
actor Audit {
    private(set) var records = 0

    func add(_ count: Int) { records += count }
}
