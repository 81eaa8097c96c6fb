package import PeriluneCore
import PeriluneJSON

/// The settings of a plugin, from `plugins.NAME` of `perilune.lua` or from the JSON file of the option `--NAME`.
///
/// Through this protocol, the command reads, checks, shows and documents the settings of all plugins.
package protocol PluginConfiguration: Sendable {
    /// The name of the table and of the option.
    static var section: String { get }
    /// What the file contains; completes "A JSON file with …".
    static var contents: String { get }
    /// The code of errors in the settings.
    static var errorCode: PeriluneError.Code { get }
    /// The settings.
    static var schema: SettingsSchema { get }
    /// The environment variable that is used if neither the option nor the table is set.
    static var environmentVariable: String? { get }

    /// Reads settings.
    ///
    /// - Throws: An error if a setting is unknown or invalid.
    init(_ value: Value, of source: SettingsSource) throws(PeriluneError)
    /// Reads the settings from the environment; `nil` if it does not configure the plugin.
    ///
    /// - Throws: An error if a variable is invalid.
    static func fromEnvironment() throws(PeriluneError) -> Self?
}

extension PluginConfiguration {
    /// Returns `nil`: the environment does not configure the plugin.
    package static var environmentVariable: String? { nil }
    /// Returns `nil`: the environment does not configure the plugin.
    package static func fromEnvironment() throws(PeriluneError) -> Self? { nil }

    /// Reads settings from JSON.
    ///
    /// - Throws: An error if a setting is unknown or invalid.
    package init(settings json: [UInt8]) throws(PeriluneError) {
        try self.init(Value(json: json), of: SettingsSource(code: Self.errorCode))
    }

    /// Reads settings from a JSON file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - folder: The folder to which file names in it are relative, with its `/`.
    /// - Throws: An error if the file cannot be read, or if a setting is unknown or invalid.
    package init(settingsFile file: String, folder: String = "") throws(PeriluneError) {
        guard let bytes = try OwnerFile.read(file, limit: 16 << 20) else {
            throw PeriluneError("file.read", "file not found: \(file)")
        }
        do throws(PeriluneError) {
            let source = SettingsSource(code: Self.errorCode, folder: folder)
            try self.init(Value(json: bytes), of: source)
        } catch {
            var error = error
            error.place.file = file
            throw error
        }
    }
}
