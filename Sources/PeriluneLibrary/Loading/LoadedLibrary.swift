internal import CPerilunePlugin
package import PeriluneCore

/// A plugin in a shared library, as its host uses it.
///
/// The library stays in the process: only the plugin that it made is closed.
package final class LoadedLibrary: Sendable {
    /// What the plugin brings.
    package let description: Description
    /// What the library may ask of the host.
    package let services: HostServices
    private let side: Peer

    /// Loads a library.
    ///
    /// - Parameters:
    ///   - path: The file; with a folder in its name, since the system would search for it otherwise.
    ///   - settings: What the configuration has for the plugin.
    /// - Throws: `plugin.library` where it cannot be loaded, `plugin.abi` where it was made for another
    ///   boundary, `plugin.boundary` where it does not keep to it, and what the plugin throws.
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

    /// Takes a plugin from the function that a library exports.
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

    /// Asks for an operation that is answered at once.
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

    /// Asks for an operation that is answered later; `asked` is called when the library knows of it.
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

    /// Errors of the boundary itself say whose they are; those of the plugin are its own.
    private func named(_ error: PeriluneError) -> PeriluneError {
        ["plugin.boundary", "plugin.time", "plugin.size"].contains(error.code.rawValue)
            ? error.naming(plugin: description.name) : error
    }

    /// Makes a handle that is released with the object that holds it.
    package func handle(
        _ operation: LibraryOperation, _ subject: UInt64, _ json: Value, data: [UInt8] = []
    ) throws(PeriluneError) -> Handle {
        try handle(in: try ask(operation, subject, json, data: data))
    }

    /// The handle of an answer.
    package func handle(in answer: Message) throws(PeriluneError) -> Handle {
        let form = Form(answer.json, "answer")
        return Handle(UInt64(try form.integer("handle", in: 0...Int64.max)), of: self)
    }

    /// Something that the library made.
    package final class Handle: Sendable {
        /// The number that the library chose, by which requests name the handle.
        package let number: UInt64
        /// Keeps the plugin open as long as the handle is held.
        package let library: LoadedLibrary

        package init(_ number: UInt64, of library: LoadedLibrary) {
            self.number = number
            self.library = library
        }

        deinit { _ = try? library.ask(.release, number) }
    }
}
