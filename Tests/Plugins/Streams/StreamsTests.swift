import PeriluneTestKit
import StreamsPlugin
import Testing

struct StreamsTests {
    @Test func keepsToTheRulesOfPlugins() {
        #expect(PluginConformance.check(Streams()).isEmpty)
    }
}
