// A service that asks its rules about orders: `swift run OrderService rules/orders.lua orders.jsonl`.
//
// It shows Codable, an asynchronous delegate, cancellation, the sequence of records, a sink from a closure and a log.
import FoundationEssentials
import Perilune
import PeriluneFoundation

@main
struct OrderService {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let audit = Audit()
        let orders: Orders
        do {
            orders = try await Orders(
                rules: arguments.count > 1 ? arguments[1] : "rules/orders.lua", Warehouse(), audit)
        } catch let error as any LocalizedError {
            return print(error.errorDescription ?? "", error.recoverySuggestion ?? "")
        }

        // Read in a task of its own: calls wait for a reader that is more than 1,024 records behind.
        let records = orders.host.records
        let firstFive = Task {
            var outcomes: [String] = []
            for await record in records {
                outcomes.append(record.outcome.rawValue)
                if outcomes.count == 5 { break }
            }
            return outcomes.joined(separator: ", ")
        }

        print("chair:", try await orders.place(Order(number: 1, item: "chair", total: 900)))
        print("lamp:", try await orders.place(Order(number: 2, item: "lamp", total: 90)))
        print("desk:", try await orders.place(Order(number: 3, item: "desk", total: 12_000)))
        print("table:", try await orders.place(Order(number: 4, item: "table", total: 300)))

        let piano = Task { try await orders.place(Order(number: 5, item: "piano", total: 900)) }
        piano.cancel()
        do {
            print("piano:", try await piano.value)
        } catch is CancellationError {
            print("piano: cancelled")
        }
        print("records:", await firstFive.value)

        if arguments.count > 2 {
            let summary = try await orders.host.process(log: arguments[2]) { part in
                for emission in part.emissions {
                    print("log:", String(decoding: emission.json, as: UTF8.self))
                }
            }
            print("log:", summary.handled, "placed,", summary.rejected, "refused")
        }
        await orders.host.drain()
        print("audit:", await audit.records, "records")
    }
}
