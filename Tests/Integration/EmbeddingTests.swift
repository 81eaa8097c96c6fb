import Foundation
import LinkDrillPlugin
import Perilune
import Testing

/// The example of the README, as it stands there.
struct EmbeddingTests {
    @Test func aHostNeedsTenLinesOfSwift() async throws {
        let shell = try Shell()
        try shell.run("mkdir rules")
        try shell.write(
            "return { on = 'link.drill', execute = function(e, c) return c:default() end }",
            "rules/links.lua")
        func Script(_ path: String) throws -> Script {
            try Perilune.Script("\(shell.folder.path)/\(path)")
        }
        let host = try await Host {
            LinkDrill()
            try Script("rules/links.lua")
            Delegate(on: "link.url") { event, commander in
                .reject(reason: "no web pages")
            }
        }
        let record = try await host.process(.link("https://www.example.com/"))
        print(record.json)
        #expect(record.reason == "no web pages")
    }

    /// Where people paste it.
    @Test(arguments: Context.allCases)
    func theSwiftOfTheReadmeCompilesInEveryContext(_ context: Context) throws {
        for case .swift(let code) in try Readme().blocks {
            let result = try SwiftCompiler().compile(context.around(code), isMain: context == .top)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test(arguments: Context.allCases)
    func hostOptionsAndPublishingCompileInEveryContext(_ context: Context) throws {
        let result = try SwiftCompiler().compile(
            context.around(
                """
                import LinkDrillPlugin
                import Perilune
                import PeriluneHTTP

                let path = "rules/links.lua"
                var options = HostOptions()
                options.workers = 2
                let host = try await Host(options: options, store: MemoryStateStore()) {
                    LinkDrill()
                    try Script(path)
                    Delegate(on: "link.url") { event, commander in
                        if event.string(at: "data.url") == path { return .reject(reason: path) }
                        commander.emit(["view": event["data.view"] ?? nil])
                        return .handled
                    }
                }
                async let one = host.process(.link("mstr://?evt=1"))
                let results = try await host.process(all: [.link("mstr://?evt=2")])
                print(try await one.outcome, results.summary.total)
                try await host.reload()
                await host.drain()
                let intake = try await Intake(IntakeOptions(), report: { print($0.error) }) {
                    try Script(path)
                }
                let server = try HTTPServer(.init(port: 8080), handler: intake)
                await server.shutdown()
                print(await intake.drain())
                """), isMain: context == .top)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: Context.allCases)
    func codeOfServicesCompilesInEveryContext(_ context: Context) throws {
        let result = try SwiftCompiler().compile(
            context.around(
                """
                import FoundationEssentials
                import Perilune
                import PeriluneFoundation
                import PeriluneHTTP

                struct Order: Codable { var item: String }
                struct Discount: Decodable { var percent: Int }
                struct Alert: Decodable { var text: String }
                actor Warehouse { func has(_ item: String) async throws -> Bool { item != "lamp" } }
                actor Database { func insert(_ records: [UInt8]) throws { print(records.count) } }
                let warehouse = Warehouse()
                let database = Database()
                let order = Order(item: "chair")
                func service() async throws -> Host {
                    let host = try await Host {
                        try Script("rules/orders.lua")
                        Sink("audit") { batch in try await database.insert(batch.records) }
                    }
                    return host
                }
                let waiting = try await Host {
                    Delegate.async(on: "order.placed", name: "stock") { event, commander in
                        let order = try event.data(as: Order.self)
                        guard try await warehouse.has(order.item) else { return .reject(reason: "sold out") }
                        commander.emit(["reserved": .string(order.item)])
                        return .pass
                    }
                }
                print(waiting.scripts.count)
                let host = try await service()
                let records = host.records
                let monitoring = Task {
                    for await record in records where record.outcome == .failed { print(record.json) }
                }
                let answer = try await host.decide(order, as: "order.placed")
                let discounts = try answer.values(of: Discount.self)
                let alerts = try answer.values(of: Alert.self, from: "alerts")
                print(answer.outcome, answer.record.json)
                print(discounts.count, alerts.count)
                let summary = try await host.process(log: "orders.jsonl.gz") { part in
                    for emission in part.emissions { print(String(decoding: emission.json, as: UTF8.self)) }
                }
                print(summary.total, "events,", summary.failed, "failed")
                let deciding = Task { try await host.decide(order, as: "order.placed") }
                deciding.cancel()
                do {
                    print(try await deciding.value.outcome)
                } catch is CancellationError {
                    print("cancelled")
                } catch let error as any LocalizedError {
                    print(error.errorDescription ?? "")
                }
                monitoring.cancel()
                let intake = try await Intake(IntakeOptions(), report: { print($0.error) }) {
                    Source("queue") { host in
                        let event = try Event(encoding: order, as: "order.placed")
                        try await host.deliver([EventDelivery([event])])
                    }
                }
                await intake.runSources()
                """), isMain: context == .top)
        #expect(result.status == 0, "\(result.errors)")
    }

    enum Context: CaseIterable {
        case top, main, mainActor, actor

        /// The code, after its imports, in a function of the context.
        func around(_ code: String) -> String {
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
            let imports = lines.filter { $0.hasPrefix("import ") }.joined(separator: "\n")
            let body = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
            let function = "func run() async throws {\n\(body)\n}"
            return switch self {
            case .top: code
            case .main: "\(imports)\n@main struct Tool { static \(main(function)) }"
            case .mainActor: "\(imports)\n@MainActor final class Model { \(function) }"
            case .actor: "\(imports)\nactor Rules { \(function) }"
            }
        }

        private func main(_ function: String) -> String {
            function.replacing("func run()", with: "func main()")
        }
    }
}
