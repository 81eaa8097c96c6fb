import Arguments
import Perilune
import PeriluneCommand
import PeriluneCore
import PeriluneTesting
import Testing

/// `README.md` in the folder of each plugin names what the plugin brings, and nothing else.
struct PluginPagesTests {
    private let pages: [PluginPage]

    init() throws { pages = try PluginPage.all() }

    @Test func namesTheFoldersThatAreThere() throws {
        for page in pages {
            #expect(page.text.hasPrefix("# \(page.name)\n"))
            #expect(page.folders == (try page.existingFolders()), "\(page.name)")
        }
    }

    @Test func namesWhatThePluginRegisters() throws {
        for plugin in CommandPlugins.all {
            let page = try #require(pages.page(of: plugin), "\(plugin.name)")
            var registry = Registry()
            let own = registry.dimensions.count
            try plugin.register(in: &registry)
            let registered = [
                "modules": registry.modules.map(\.name),
                "conditions": registry.dimensions.dropFirst(own).map(\.field),
                "events": registry.eventTypes.map(\.name),
                "sinks": registry.sinkFactories.map(\.name),
                "codecs": registry.codecs.map(\.name),
            ]
            for (row, names) in registered {
                #expect(page.brings[row] ?? [] == Set(names), "\(plugin.name): \(row)")
            }
            // Functions of modules check more grants than the module itself.
            #expect(
                page.brings["grants", default: []]
                    .isSuperset(of: registry.modules.compactMap(\.grant)), "\(plugin.name)")
        }
    }

    @Test func namesTheSettings() {
        #expect(pages.all("settings") == Set(CommandPlugins.sections.map { "plugins.\($0.name)" }))
    }

    @Test func namesTheTestFixtures() {
        let fixtures = CommandPlugins.testEnvironment.fixtures.map(\.field)
        #expect(pages.all("test fixtures") == Set(fixtures))
    }

    /// All of a group, such as `charts`, of which a page names one.
    @Test func namesTheCommands() {
        let named = pages.all("commands")
        let groups = Set(named.compactMap { $0.split(separator: " ").first })
        let commands = tool.commands.map(\.name).filter { name in
            name.split(separator: " ").first.map(groups.contains) ?? false
        }
        #expect(named == Set(commands))
        for page in pages where page.folders.contains("Commands") {
            #expect(page.brings["commands"]?.isEmpty == false, "\(page.name)")
        }
    }
}
