import PeriluneTestKit
import StreamsPlugin
import Testing

struct StreamsTests {
    @Test func conformsToTheRulesOfPlugins() {
        #expect(PluginConformance.check(Streams()).isEmpty)
    }
}
