import Arguments
import CRMPlugin
import Perilune
import PeriluneCore
import SharingPlugin

/// Settings of plugins: of an option, of the environment, of the configuration.
enum ProjectPlugins {
    /// The organizations: `--crm FILE`, else `CRM_URL`, else what the configuration says.
    static func crm(_ values: Values) throws(PeriluneError) -> CRMConfiguration? {
        if values.isGiven("crm"), let file = values.string("crm") {
            return try CRMConfiguration(file: file)
        }
        if let environment = try CRMConfiguration(environmentAs: "crm") { return environment }
        return try values.project.flatMap { project throws(PeriluneError) in
            try crm(project.configuration)
        }
    }

    /// Where pictures may go: `--sharing FILE`, else what the configuration says.
    static func sharing(_ values: Values) throws(PeriluneError) -> SharingConfiguration? {
        if values.isGiven("sharing"), let file = values.string("sharing") {
            return try SharingConfiguration(file: file)
        }
        return try values.project.flatMap { project throws(PeriluneError) in
            try sharing(project.configuration)
        }
    }

    static func crm(
        _ configuration: Configuration
    ) throws(PeriluneError) -> CRMConfiguration? {
        switch configuration.plugins["crm"] {
        case nil: return nil
        case .file(let file)?:
            return try CRMConfiguration(file: file, folder: configuration.folder)
        case .table(let value)?:
            let source = configuration.settingsSource(of: "crm", code: "crm.configuration")
            return try CRMConfiguration(value, of: source)
        }
    }

    static func sharing(
        _ configuration: Configuration
    ) throws(PeriluneError) -> SharingConfiguration? {
        switch configuration.plugins["sharing"] {
        case nil: return nil
        case .file(let file)?:
            return try SharingConfiguration(file: file, folder: configuration.folder)
        case .table(let value)?:
            let source = configuration.settingsSource(of: "sharing", code: "share.configuration")
            return try SharingConfiguration(value, of: source)
        }
    }
}
