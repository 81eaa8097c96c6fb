public import PeriluneCore
internal import PeriluneLibrary

/// A plugin in a shared library, which is loaded at the start.
///
/// The library is built separately from the host, with the installed SDK. It depends on neither the host's compiler
/// nor its Swift runtime: they communicate through the C functions of `perilune_plugin.h`. Everything from the
/// library is checked for size and form. A crash of the library ends the host, so it must be as trustworthy as the
/// host itself.
public struct LibraryPlugin: Plugin {
    /// The path of the library.
    public let path: String
    private let library: LoadedLibrary

    /// Loads a library.
    ///
    /// - Parameters:
    ///   - path: The file, such as `plugins/libQuota.so`.
    ///   - settings: The settings of the plugin; null for its defaults.
    /// - Throws: An error of the library or of the plugin.
    public init(_ path: String, settings: Value = .null) throws(PeriluneError) {
        try TrustedFile.check(path)
        try self.init(LoadedLibrary(path: path, settings: settings), path: path)
    }

    /// Uses a plugin through the function that a library exports, which may be linked statically.
    package init(
        entry: (UInt32, UnsafeRawPointer?) -> UnsafeRawPointer?, settings: Value = .null
    ) throws(PeriluneError) {
        try unsafe self.init(LoadedLibrary(settings: settings, entry: entry), path: "")
    }

    private init(_ library: LoadedLibrary, path: String) throws(PeriluneError) {
        self.path = path
        self.library = library
        guard PluginName.isValid(library.description.name) else {
            throw PeriluneError(
                "plugin.name",
                "the plugin name '\(library.description.name)' is not in kebab-case",
                at: .init(file: path),
                hint: "use lower-case letters, digits and dashes, such as link-drill")
        }
    }

    /// The name that the library gives.
    public var name: String { library.description.name }
    /// The version that the library gives.
    public var version: String { library.description.version }
    /// The summary that the library gives.
    public var summary: String { library.description.summary }

    /// The grants that the library declares.
    public var grantKinds: [GrantKind] { library.description.grants }

    /// Registers everything that the library provides.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        let brings = library.description
        for type in brings.eventTypes { registry.add(type) }
        var function: UInt64 = 0
        for module in brings.modules {
            try registry.add(module.hostModule(library, from: &function))
        }
        for (number, delegate) in brings.delegates.enumerated() {
            registry.add(delegate.delegate(library, number))
        }
        for (number, handler) in brings.handlers.enumerated() {
            registry.add(
                LibraryHandler(
                    name: handler.name, types: handler.types, library: library,
                    number: UInt64(number)))
        }
        for (number, field) in brings.conditions.enumerated() {
            try registry.add(
                LibraryCondition(field: field, library: library, number: UInt64(number)))
        }
        for (number, source) in brings.sources.enumerated() {
            try registry.add(source.httpSource(library, UInt64(number)))
        }
        for (number, command) in brings.commands.enumerated() {
            try registry.add(command.pluginCommand(library, UInt64(number)))
        }
        for (number, name) in brings.eventSources.enumerated() {
            try registry.add(
                LibrarySource(name: name, library: library, number: UInt64(number)))
        }
        for (number, name) in brings.recordSinks.enumerated() {
            try registry.add(LibrarySink(name: name, library: library, number: UInt64(number)))
        }
        for (number, factory) in brings.sinkFactories.enumerated() {
            try registry.add(
                LibrarySinkFactory(
                    name: factory.name, summary: factory.summary, library: library,
                    number: UInt64(number)))
        }
        for (number, codec) in brings.codecs.enumerated() {
            try registry.add(LibraryCodec(codec, library, UInt64(number)))
        }
        if brings.hasViews { registry.views.add(LibraryViews(library: library)) }
        guard brings.redacts else { return }
        registry.addRedaction { [library] text in
            let answer = try? library.ask(.redact, 0, .string(text))
            // Showing no text is better than showing a secret.
            return answer?.json.string ?? "(withheld: \(library.description.name) did not mask it)"
        }
    }
}
