package import Arguments
package import PeriluneCore
package import PeriluneFiles

/// What the command provides to the commands of its plugins: the configuration, scripts and other plugins.
package protocol CommandContext: Sendable {
    /// Those options of commands that run scripts which have these names.
    func options(_ names: Set<String>) -> [Option]
    /// The settings of a plugin in the configuration of this folder; `nil` if there are none.
    func settings<Settings: PluginConfiguration>(_ type: Settings.Type) throws -> Settings?
    /// The plugins that answer queries, with the settings of the command line.
    func rowSources(_ values: Values) throws(PeriluneError) -> Registry
    /// Creates a host with the scripts of the command line and all plugins; `plugin` replaces the one with its name.
    func host(
        with plugin: any Plugin, _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> any EventProcessor
    /// Serves the paths of a plugin until a signal ends it.
    ///
    /// It uses the scripts of the command line and the options `--listen`, `--token-file`, `--anonymous` and
    /// `--allow-host`. `note` is called with what is at the address, such as `http://127.0.0.1:8090`.
    func serve(
        _ plugin: any Plugin, _ program: String, _ values: Values, _ terminal: Terminal,
        note: @Sendable (_ address: String) -> String
    ) async throws -> ExitStatus
    /// Calls a function whenever one of the files may have changed, until the task is cancelled.
    func watch(
        _ files: @escaping @Sendable () -> [String], _ act: @escaping @Sendable () async -> Void
    ) throws(PeriluneError) -> Task<Void, Never>
}
