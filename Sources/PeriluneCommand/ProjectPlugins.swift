import Arguments
import CRMPlugin
import HTTPPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import SharingPlugin
import URLPatternsPlugin

/// Settings of plugins: of an option, of the environment, of the configuration.
enum ProjectPlugins {
    /// The settings that the tables of plugins in a configuration may have.
    static let schemas: [(name: String, schema: SettingsSchema)] = [
        ("crm", CRMConfiguration.schema), ("http", HTTPConfiguration.schema),
        ("patterns", URLPatterns.schema), ("sharing", SharingConfiguration.schema),
    ]

    /// The organizations: `--crm FILE`, else `CRM_URL`, else what the configuration says.
    static func crm(_ values: Values) throws(PeriluneError) -> CRMConfiguration? {
        let isGiven = values.isGiven("crm")
        if !isGiven, let environment = try CRMConfiguration(environmentAs: "crm") {
            return environment
        }
        return try read("crm", values, file: CRMConfiguration.init(file:), configured: crm)
    }

    /// How requests of scripts are sent: `--http FILE`, else what the configuration says.
    static func http(_ values: Values) throws(PeriluneError) -> HTTPConfiguration? {
        try read(
            "http", values,
            file: { file throws(PeriluneError) in try HTTPConfiguration(file: file) },
            configured: http)
    }

    /// Where pictures may go: `--sharing FILE`, else what the configuration says.
    static func sharing(_ values: Values) throws(PeriluneError) -> SharingConfiguration? {
        try read(
            "sharing", values, file: SharingConfiguration.init(file:), configured: sharing)
    }

    /// URL patterns that become events: `--patterns FILE`, else what the configuration says.
    static func patterns(_ values: Values) throws(PeriluneError) -> URLPatterns {
        try read("patterns", values, file: URLPatterns.init(file:), configured: patterns)
            ?? URLPatterns()
    }

    private static func read<Settings>(
        _ option: String, _ values: Values, file: (String) throws(PeriluneError) -> Settings,
        configured: (Configuration) throws(PeriluneError) -> Settings?
    ) throws(PeriluneError) -> Settings? {
        if values.isGiven(option), let name = values.string(option) { return try file(name) }
        guard let project = values.project else { return nil }
        return try configured(project.configuration)
    }

    static func crm(
        _ configuration: Configuration
    ) throws(PeriluneError) -> CRMConfiguration? {
        try read(
            "crm", of: configuration, code: "crm.configuration",
            file: { file throws(PeriluneError) in
                try CRMConfiguration(file: file, folder: configuration.folder)
            },
            table: CRMConfiguration.init(_:of:))
    }

    static func http(
        _ configuration: Configuration
    ) throws(PeriluneError) -> HTTPConfiguration? {
        try read(
            "http", of: configuration, code: "http.configuration",
            file: { file throws(PeriluneError) in
                try HTTPConfiguration(file: file, folder: configuration.folder)
            },
            table: HTTPConfiguration.init(_:of:))
    }

    static func sharing(
        _ configuration: Configuration
    ) throws(PeriluneError) -> SharingConfiguration? {
        try read(
            "sharing", of: configuration, code: "share.configuration",
            file: { file throws(PeriluneError) in
                try SharingConfiguration(file: file, folder: configuration.folder)
            },
            table: SharingConfiguration.init(_:of:))
    }

    static func patterns(
        _ configuration: Configuration
    ) throws(PeriluneError) -> URLPatterns? {
        try read(
            "patterns", of: configuration, code: "pattern.configuration",
            file: URLPatterns.init(file:), table: URLPatterns.init(_:of:))
    }

    private static func read<Settings>(
        _ plugin: String, of configuration: Configuration, code: PeriluneError.Code,
        file: (String) throws(PeriluneError) -> Settings,
        table: (Value, SettingsSource) throws(PeriluneError) -> Settings
    ) throws(PeriluneError) -> Settings? {
        switch configuration.plugins[plugin] {
        case nil: nil
        case .file(let name)?: try file(name)
        case .table(let value)?:
            try table(value, configuration.settingsSource(of: plugin, code: code))
        }
    }
}
