import Arguments
import CRMPlugin
import ChartsPlugin
import CodecsPlugin
import FilesPlugin
import HTTPPlugin
import LinkDrillPlugin
import LoginScreenPlugin
import NATSPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneNATS
import SharingPlugin
import SinksPlugin
import SocketsPlugin
import StreamsPlugin
import URLPatternsPlugin
import WebhooksPlugin

/// The plugins of the command, and what configures them.
///
/// Options, `perilune.lua`, `config show`, `config check`, reloads, definitions and the reference follow these lists.
enum CommandPlugins {
    /// All, without settings.
    static let all: [any Plugin] = [
        LinkDrill(), URLPatterns(), Sharing(), CRM(), HTTP(), LoginScreen(), Charts(), Codecs(),
        Sinks(), Sockets(), Files(), Streams(), Webhooks(), NATS(),
    ]

    /// The settings of those that have some.
    static let configurations: [any PluginConfiguration.Type] = [
        CRMConfiguration.self, HTTPConfiguration.self, URLPatterns.self,
        SharingConfiguration.self, Sockets.self, Files.self, Webhooks.self, NATSConfiguration.self,
    ]

    /// The options of sinks.
    static let sinks = (Sinks.kinds + [NATSSinkKind()]).map { (name: $0.name, schema: $0.schema) }

    /// What `plugins` in the configuration may contain.
    static let sections =
        configurations.map { PluginSection($0.section, .settings) }
        + [PluginSection("charts", .files), PluginSection("login", .files)]

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
        } + [
            .value(
                "login", "FILE", accepts: .file, isRepeatable: true,
                "A login screen (MSIUICustomizationSettings.plist) that scripts can read and capture."
            ),
            .value(
                "charts", "FILE", accepts: .file, isRepeatable: true,
                "A dashboard (metadata, with its data beside it) that scripts can read, control and capture."
            ),
        ]

    /// All with their settings, and with what is open.
    static func configured(
        _ values: Values, login: LoginScreen, charts: Charts
    ) throws(PeriluneError) -> [any Plugin] {
        [
            LinkDrill(), try read(URLPatterns.self, values) ?? URLPatterns(),
            Sharing(try read(SharingConfiguration.self, values)), try crm(values),
            HTTP(try read(HTTPConfiguration.self, values) ?? HTTPConfiguration()), login, charts,
            Codecs(), Sinks(), try read(Sockets.self, values) ?? Sockets(),
            try read(Files.self, values) ?? Files(), Streams(),
            try read(Webhooks.self, values) ?? Webhooks(),
            try read(NATSConfiguration.self, values).map(NATS.init) ?? NATS(),
        ]
    }

    /// CRM with the organizations of the configuration, a file or the environment.
    static func crm(_ values: Values) throws(PeriluneError) -> CRM {
        CRM(try read(CRMConfiguration.self, values)?.organizations ?? [])
    }

    /// How to connect to NATS servers, with the credentials of the configuration.
    static func natsConnection(_ values: Values) throws(PeriluneError) -> NATSConnectionOptions {
        try read(NATSConfiguration.self, values)?.connection ?? NATSConnectionOptions()
    }

    /// Settings of the option, else of the environment, else of the configuration.
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
}
