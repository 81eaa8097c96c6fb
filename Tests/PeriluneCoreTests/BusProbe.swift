import PeriluneTestKit

@testable import PeriluneCore

/// A bus with everything around it that a host would bring.
struct BusProbe {
    let bus: Bus
    let commander: Commander
    let output = MemoryOutput()

    init(
        _ delegates: [Delegate], handlers: [any DefaultHandler] = [],
        dimensions: [any InterestDimension] = [], maximumDepth: Int = 8
    ) throws {
        var registry = Registry()
        for delegate in delegates { registry.add(delegate) }
        for handler in handlers { registry.add(handler) }
        for dimension in dimensions { try registry.add(dimension) }
        bus = try Bus(registry, context: .forTests)
        commander = Commander(output: output, maximumDepth: maximumDepth)
    }

    init(_ delegates: ScriptedDelegate..., handlers: [any DefaultHandler] = []) throws {
        try self.init(delegates.map(\.delegate), handlers: handlers)
    }

    func decide(_ event: FixedContent, depth: Int = 0) throws -> Verdict {
        commander.begin(event, depth: depth)
        guard case .ended(let ending) = bus.decide(event, commander) else {
            throw PeriluneError("test.waiting", "the event waits")
        }
        return bus.verdict(ending, commander)
    }
}

extension WorkerContext {
    static let forTests = WorkerContext(
        worker: 0, modules: [], log: ListLog(), store: NoStore(), seed: 0)
}

struct NoStore: StateStore {
    func load(script: String, key: String) -> [UInt8]? { nil }
    func save(_ changes: [StateChange], position: InputPosition?) {}
    func position(of log: String) -> InputPosition? { nil }
}

/// Navigates to the event's own link or another one; knows no way for `lost://`.
struct Navigator: DefaultHandler {
    var name = "navigator"
    var types: [TypePattern] = ["link.*"]
    var failure: PeriluneError?

    /// Events say themselves whether they are custom.
    func isStock(_ event: any EventContent) -> Bool { event["data.custom"] != true }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    )
        throws(PeriluneError) -> Bool
    {
        let target = url ?? event.string(at: "data.url") ?? "home"
        if url == nil, !isStock(event) { return false }
        if target.hasPrefix("lost:") { return false }
        commander.effect("navigate", .init([("url", .string(target))]))
        commander.emit(.string(target))
        if let failure { throw failure }
        return true
    }
}

func link(_ id: String = "e1", url: String = "mstr://a", custom: Bool = false) -> FixedContent {
    FixedContent(
        id: id, type: "link.drill", data: ["url": .string(url), "custom": .bool(custom)])
}

let broken = PeriluneError("script.runtime", "attempt to index a nil value")
