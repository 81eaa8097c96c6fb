internal import CPerilunePlugin
package import PeriluneCore

/// A plugin in a shared library.
///
/// The library remains loaded until the process ends; only its plugin is closed.
package final class LoadedLibrary: Sendable {
    /// The description of what the plugin provides.
    package let description: Description
    /// The services that the library can use.
    package let services: HostServices
    private let side: Peer

    /// Loads a library.
    ///
    /// - Parameters:
    ///   - path: The file, with a folder in its path; otherwise, the system would search for it.
    ///   - settings: The settings of the plugin in the configuration.
    /// - Throws: `plugin.library` if it cannot be loaded, `plugin.abi` if it uses another version of the C interface,
    ///   `plugin.boundary` if it violates the interface, and errors of the plugin.
    package convenience init(path: String, settings: Value) throws(PeriluneError) {
        var problem = [CChar](repeating: 0, count: 1024)
        guard let entry = perilune_open(path.contains("/") ? path : "./" + path, &problem, 1024)
        else {
            let text = String(
                decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw PeriluneError(
                "plugin.library", "cannot load the library: \(text)", at: .init(file: path),
                hint: text.contains("undefined symbol: perilune_plugin")
                    ? "the library does not export perilune_plugin; add the function with @_cdecl(\"perilune_plugin\")"
                    : nil)
        }
        do throws(PeriluneError) {
            try self.init(settings: settings) { entry($0, $1) }
        } catch {
            var error = error
            error.place.file = error.place.file ?? path
            throw error
        }
    }

    /// Uses a plugin through the function that a library exports.
    package convenience init(
        settings: Value, entry: (UInt32, UnsafeRawPointer?) -> UnsafeRawPointer?
    ) throws(PeriluneError) {
        try self.init(settings: settings) { abi, host in
            entry(abi, UnsafeRawPointer(host))?.assumingMemoryBound(to: perilune_table.self)
        }
    }

    private init(
        settings: Value,
        _ entry: (UInt32, UnsafePointer<perilune_table>?) -> UnsafePointer<perilune_table>?
    ) throws(PeriluneError) {
        services = HostServices()
        let abi = PERILUNE_PLUGIN_ABI
        let table = entry(abi, services.table())
        if let problem = table?.pointee.problem {
            throw PeriluneError(
                "plugin.abi",
                "the library is not compatible: \(String(cString: problem).prefix(500))",
                hint: "rebuild it with the SDK of this Perilune (\(PeriluneVersion.current))")
        }
        if let other = table?.pointee.abi, other != abi {
            throw PeriluneError(
                "plugin.abi",
                "the library uses version \(other) of the plugin ABI; this host has \(abi)",
                hint: "rebuild it with the SDK of this Perilune (\(PeriluneVersion.current))")
        }
        side = try Peer(table)
        let answer = try side.ask(
            LibraryOperation.describe.number, 0,
            Message([
                "settings": settings, "version": .string(PeriluneVersion.current.description),
            ]))
        description = try Description(answer.json)
    }

    deinit { _ = try? side.ask(LibraryOperation.close.number, 0, Message()) }

    /// Sends a request that is answered synchronously.
    package func ask(
        _ operation: LibraryOperation, _ subject: UInt64 = 0, _ json: Value = .null,
        data: [UInt8] = []
    ) throws(PeriluneError) -> Message {
        do throws(PeriluneError) {
            return try side.ask(operation.number, subject, Message(json, data: data))
        } catch {
            throw named(error)
        }
    }

    /// Sends a request that is answered later; `asked` is called when the library has received it.
    package func askLater(
        _ operation: LibraryOperation, _ subject: UInt64 = 0, _ json: Value = .null,
        data: [UInt8] = [], limit: Duration? = .seconds(60), asked: () -> Void = {}
    ) async throws(PeriluneError) -> Message {
        do throws(PeriluneError) {
            return try await side.askLater(
                operation.number, subject, Message(json, data: data), limit: limit,
                asked: asked)
        } catch {
            throw named(error)
        }
    }

    /// Adds the name of the plugin to errors of the C interface; errors of the plugin itself are unchanged.
    private func named(_ error: PeriluneError) -> PeriluneError {
        ["plugin.boundary", "plugin.time", "plugin.size"].contains(error.code.rawValue)
            ? error.naming(plugin: description.name) : error
    }

    /// Wraps a number of the library in a handle.
    package func handle(
        _ operation: LibraryOperation, _ subject: UInt64, _ json: Value, data: [UInt8] = []
    ) throws(PeriluneError) -> Handle {
        try handle(in: try ask(operation, subject, json, data: data))
    }

    /// The handle in an answer.
    package func handle(in answer: Message) throws(PeriluneError) -> Handle {
        let form = Form(answer.json, "answer")
        return Handle(UInt64(try form.integer("handle", in: 0...Int64.max)), of: self)
    }

    /// A handle for an object in the library, which is released with this object.
    package final class Handle: Sendable {
        /// The number of the object, which the library has chosen for requests.
        package let number: UInt64
        /// Keeps the plugin open while the handle exists.
        package let library: LoadedLibrary

        package init(_ number: UInt64, of library: LoadedLibrary) {
            self.number = number
            self.library = library
        }

        deinit { _ = try? library.ask(.release, number) }
    }
}
