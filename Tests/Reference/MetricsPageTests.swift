import Testing

/// `Documentation/Reference/Metrics.md` has every metric; an integration test compares it with a server.
struct MetricsPageTests {
    @Test func namesEveryMetric() throws {
        let named = Set(try ReferencePage("Metrics").names)
        let found = try Sources.literals("perilune_[a-z_]+").subtracting(["perilune_plugin"])
        #expect(named.filter { $0.hasPrefix("perilune_") } == found)
    }
}
