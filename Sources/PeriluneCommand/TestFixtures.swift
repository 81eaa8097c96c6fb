import PeriluneCore
package import PeriluneTesting

/// What the command's plugins bring to tests.
package enum TestFixtures {
    /// What tests run in: the command's plugins, and sandboxes for those that reach outside.
    package static let environment = TestEnvironment(
        plugins: CommandPlugins.inTests, fixtures: CommandPlugins.fixtures,
        link: { link in
            CommandPlugins.event(
                ofLink: link.url, id: link.id, source: link.source, time: link.time, view: link.view
            )
        })
}
