import CodecsPlugin
import HTTPPlugin
import LinkDrillPlugin
import LoginScreenPlugin
import PeriluneCore
package import PeriluneTesting
import SharingPlugin
import StreamsPlugin
import URLPatternsPlugin

/// What the command's plugins bring to tests.
package enum TestFixtures {
    /// What tests run in: the command's plugins, and sandboxes for those that reach outside.
    package static let environment = TestEnvironment(
        plugins: [
            LinkDrill(), URLPatterns(), Sharing(), HTTP(unanswered: unanswered), LoginScreen(),
            Codecs(), Streams(),
        ],
        fixtures: [TestCRMFixture(), TestChartsFixture()],
        link: { link in
            .link(
                link.url, id: link.id, source: link.source, time: link.time, view: link.view)
        })

    /// Tests reach no network.
    private static let unanswered: @Sendable (String) -> PeriluneError = { effect in
        PeriluneError(
            "test.unexpected", "the case declares no answer for '\(effect)'",
            hint: "write answers = { [\"\(effect)\"] = { status = 200, json = … } }")
    }
}
