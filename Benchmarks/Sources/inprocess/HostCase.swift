internal import LinkDrillPlugin
internal import Perilune
internal import URLPatternsPlugin

/// A host as all cases have it: effects are not kept, since describing them is not what is measured.
func makeHost(_ components: [Component]) async throws -> Host {
    var options = HostOptions()
    options.keepsRecords = false
    return try await Host(options: options) {
        LinkDrill()
        URLPatterns()
        components
    }
}

extension Case {
    /// Events through a host; every run must end as `expected` says.
    init(
        _ name: String, _ host: Host, _ events: [Event], _ expected: KeyPath<Summary, Int>
    ) {
        self.init(name, operations: events.count) {
            let start = Clock.processor
            let summary = try await host.process(all: events).summary
            let used = Clock.processor - start
            guard summary[keyPath: expected] == events.count, summary.errors == 0 else {
                throw WrongAnswer(description: "\(name): \(summary)")
            }
            return used
        }
    }
}

/// Link drills whose event numbers go through `numbers` evenly, in no order that a cache could learn.
func links(_ count: Int, numbers: Int) -> [Event] {
    (0..<count).map { index in
        let number = firstNumber + index &* 7919 % numbers
        return .link(
            "mstr://?evt=\(number)&src=mstrWeb.2048001&reportID=0F6B2C7711EB4A9D8C5500A0C92E61F3",
            id: "event-\(index)", source: "device-\(index % 50)", view: "sales")
    }
}

/// None of the catalogue, and below those of custom events, which are offered to everybody.
let firstNumber = 20_000
