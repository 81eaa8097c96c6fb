import Arguments
import CRMCommands
import CRMPlugin
import CRMSandboxCommands
import ChartsCommands
import ChartsPlugin
import CodecsPlugin
import FilesPlugin
import HTTPPlugin
import KafkaPlugin
import LinkDrillPlugin
import LoginScreenCommands
import LoginScreenPlugin
import NATSPlugin
package import Perilune
package import PeriluneCore
import PeriluneFiles
import PeriluneLinks
import PeriluneNATS
package import PeriluneTesting
import SharingPlugin
import SinksPlugin
import SocketsPlugin
import StreamsPlugin
import URLPatternsPlugin
import WebhooksPlugin

/// The plugins of the command, and their configurations.
///
/// These lists are the source for options, `perilune.lua`, `config show`, `config check`, reloads, definitions and
/// the reference.
package enum CommandPlugins {
    /// All plugins, without settings.
    package static let all: [any Plugin] = [
        LinkDrill(), URLPatterns(), Sharing(), CRM(), HTTP(), LoginScreen(), Charts(), Codecs(),
        Sinks(), Sockets(), Files(), Streams(), Webhooks(), NATS(), Kafka(),
    ]

    /// The configurations of the plugins that have settings.
    static let configurations: [any PluginConfiguration.Type] = [
        CRMConfiguration.self, HTTPConfiguration.self, URLPatterns.self,
        SharingConfiguration.self, Sockets.self, Files.self, Webhooks.self, NATSConfiguration.self,
        KafkaConfiguration.self,
    ]

    /// The codecs that have options.
    static let codecs = Codecs.withOptions.map { (name: $0.name, schema: $0.schema) }

    /// The options of sinks.
    static let sinks = (Sinks.kinds + [NATSSinkFactory(), KafkaSinkFactory()]).map {
        (name: $0.name, schema: $0.schema)
    }

    /// The sections of `plugins` in the configuration.
    package static let sections =
        configurations.map { PluginSection($0.section, .settings) }
        + [ChartsOptions.charts, LoginOptions.login].map { PluginSection($0.name, .files) }

    /// The kinds of grants that the plugins declare.
    static let grantKinds = all.flatMap(\.grantKinds)

    /// What can be configured for the plugins.
    package static let configurable = ConfigurablePlugins(sections: sections, grants: grantKinds)

    /// The names and settings of tables in the configuration, for definitions and the reference.
    static let schemas = configurations.map { (name: $0.section, schema: $0.schema) }

    /// The options that name the files of plugins.
    static let options: [Option] =
        configurations.map { type in
            let variable = type.environmentVariable
            return .value(
                type.section, "FILE", accepts: .file,
                default: "none" + (variable.map { ", or \($0) in the environment" } ?? ""),
                "A JSON file with \(type.contents).")
        } + [LoginOptions.login, ChartsOptions.charts]

    /// The plugins for tests of scripts: sandboxes replace plugins that access other systems.
    package static let testEnvironment = TestEnvironment(
        plugins: [
            LinkDrill(), URLPatterns(), Sharing(), HTTP.inTests, LoginScreen(), Codecs(),
            Streams(),
        ],
        fixtures: [TestCRMFixture(), TestChartsFixture()],
        link: { link in
            .link(link.url, id: link.id, source: link.source, time: link.time, view: link.view)
        })

    /// All plugins with their settings; those in `open` replace the ones with the same names.
    static func configured(
        _ values: Values, open: [any Plugin]
    ) throws(PeriluneError) -> [any Plugin] {
        let plugins: [any Plugin] = [
            LinkDrill(), try read(URLPatterns.self, values) ?? URLPatterns(),
            Sharing(try read(SharingConfiguration.self, values)), try crm(values),
            HTTP(try read(HTTPConfiguration.self, values) ?? HTTPConfiguration()), LoginScreen(),
            Charts(), Codecs(), Sinks(), try read(Sockets.self, values) ?? Sockets(),
            try read(Files.self, values) ?? Files(), Streams(),
            try read(Webhooks.self, values) ?? Webhooks(),
            try read(NATSConfiguration.self, values).map(NATS.init) ?? NATS(),
            try read(KafkaConfiguration.self, values).map(Kafka.init) ?? Kafka(),
        ]
        return plugins.map { plugin in open.first { $0.name == plugin.name } ?? plugin }
    }

    /// All plugins with their settings, and with the given dashboards and login screens.
    static func opened(
        _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> [any Plugin] {
        let charts = try ChartsOptions.makePlugin(values, terminal)
        return try configured(values, open: [charts, LoginOptions.screens(values)])
    }

    /// The given dashboards and login screens, as views.
    static func views(_ values: Values) throws(PeriluneError) -> Registry {
        var registry = try rowSources(values)
        try ChartsOptions.views(values).register(in: &registry)
        try LoginOptions.screens(values).register(in: &registry)
        return registry
    }

    /// The options for how views format values.
    static let viewOptions = ChartsOptions.writing

    /// The options for dashboards in browsers.
    static let pageOptions = ChartsOptions.pages

    /// Checks the values of ``pageOptions``.
    static func checkPageOptions(_ values: Values, program: String) throws(UsageError) {
        try ChartsOptions.checkPages(values, program: program)
    }

    /// The plugins that answer queries of dashboards.
    static func rowSources(_ values: Values) throws(PeriluneError) -> Registry {
        var registry = Registry()
        try crm(values).register(in: &registry)
        return registry
    }

    /// CRM with the organizations of the configuration, a file or the environment.
    private static func crm(_ values: Values) throws(PeriluneError) -> CRM {
        CRM(try read(CRMConfiguration.self, values)?.organizations ?? [])
    }

    /// How to connect to NATS servers, with the credentials of the configuration.
    static func natsConnection(_ values: Values) throws(PeriluneError) -> NATSConnectionOptions {
        try read(NATSConfiguration.self, values)?.connection ?? NATSConnectionOptions()
    }

    /// Whether a plugin has connections to CRM organizations, or the settings configure some.
    static func hasConnections(_ plugins: [any Plugin], _ values: Values) -> Bool {
        values.project?.configuration.plugins[CRMConfiguration.section] != nil
            || plugins.contains { ($0 as? CRM)?.organizations.isEmpty == false }
    }

    /// Rereads the connections of plugins to CRM organizations.
    static func rereadConnections(
        _ plugins: [any Plugin], _ values: Values
    ) throws(PeriluneError) -> (changed: [String], needsRestart: [String]) {
        guard let running = plugins.lazy.compactMap({ $0 as? CRM }).first else { return ([], []) }
        let rereading = try running.reread(try crm(values).organizations)
        return (rereading.changed, rereading.needsRestart)
    }

    /// The settings of the option, else of the environment, else of the configuration.
    private static func read<Settings: PluginConfiguration>(
        _ type: Settings.Type, _ values: Values
    ) throws(PeriluneError) -> Settings? {
        if values.isGiven(type.section), let file = values.string(type.section) {
            return try Settings(settingsFile: file)
        }
        if let settings = try Settings.fromEnvironment() { return settings }
        guard let project = values.project else { return nil }
        return try read(type, project.configuration)
    }

    /// Settings of the configuration.
    static func read<Settings: PluginConfiguration>(
        _ type: Settings.Type, _ configuration: Configuration
    ) throws(PeriluneError) -> Settings? {
        switch configuration.plugins[type.section] {
        case nil: return nil
        case .files(let names)?:
            return try names.first.map { name throws(PeriluneError) in
                try Settings(settingsFile: name, folder: configuration.folder)
            }
        case .table(let value)?:
            let source = configuration.settingsSource(of: type.section, code: type.errorCode)
            return try Settings(value, of: source)
        }
    }

    // MARK: - Commands

    /// The commands that draw pictures.
    static let drawing =
        chartsActions(PluginContext()) + [snapshotAction, loginRenderAction, loginCheckAction]

    /// The commands for CRM organizations.
    static let organizations = [crmSandboxAction] + crmActions(PluginContext())

    // MARK: - Links and grants

    /// The event of a tap on a link.
    static func event(ofLink url: String, view: String?) -> Event { .link(url, view: view) }

    /// The link for a document of edit links; `nil` for any other text.
    static func editLink(_ text: String) -> Link? { EditLinks.link(of: text) }

    /// The module through which scripts send requests.
    static let moduleOfRequests = HTTP.module

    /// The grants for sharing a picture with options of these names; all grants if the names are unknown.
    static func grantsOfSharing(_ options: [String]?) -> Set<String> {
        Sharing.grants(for: options)
    }
}
