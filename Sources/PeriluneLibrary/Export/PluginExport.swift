internal import CPerilunePlugin
public import PeriluneCore

/// Exports a plugin to the host that loads its library.
///
/// A library contains the same `Plugin` as a program that links it statically, and this function:
///
/// ```swift
/// @_cdecl("perilune_plugin")
/// public func perilunePlugin(_ abi: UInt32, _ host: UnsafeRawPointer?) -> UnsafeRawPointer? {
///     PluginExport.serve(abi, host) { settings in Quota(limit: settings["limit"]?.integer ?? 3) }
/// }
/// ```
public enum PluginExport {
    /// Returns the table of functions through which the host uses the plugin.
    ///
    /// - Parameters:
    ///   - abi: The version of the C interface that the host uses.
    ///   - host: The host's table.
    ///   - make: Creates the plugin from its settings in the host's configuration, or null; its error is shown to the
    ///     user who starts the host.
    /// - Returns: The table for the host.
    public static func serve(
        _ abi: UInt32, _ host: UnsafeRawPointer?,
        _ make: @escaping @Sendable (Value) throws -> any Plugin
    ) -> UnsafeRawPointer? {
        let table = UnsafeMutablePointer<perilune_table>.allocate(capacity: 1)
        table.initialize(to: perilune_table())
        table.pointee.abi = PERILUNE_PLUGIN_ABI
        // This text and the table are never freed, because the host may read them at any time.
        guard abi == PERILUNE_PLUGIN_ABI,
            let side = try? Peer(host?.assumingMemoryBound(to: perilune_table.self))
        else {
            table.pointee.problem = problem(abi)
            return UnsafeRawPointer(table)
        }
        let exported = ExportedPlugin(host: HostProxy(side), make: make)
        table.pointee.owner = Unmanaged.passRetained(exported).toOpaque()
        table.pointee.call = receive
        return UnsafeRawPointer(table)
    }

    private static func problem(_ abi: UInt32) -> UnsafePointer<CChar>? {
        let text =
            "it was built with the SDK of Perilune \(PeriluneVersion.current) for version "
            + "\(PERILUNE_PLUGIN_ABI) of the plugin ABI; this host has version \(abi)"
        let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
        _ = bytes.initialize(from: text.utf8CString)
        return UnsafePointer(bytes.baseAddress)
    }

    private static let receive: perilune_call = {
        owner, operation, subject, request, answer, context in
        let reply = ReplyOnce(answer, context)
        guard let owner else { return reply.fail(.broken("there is no plugin")) }
        let exported = Unmanaged<ExportedPlugin>.fromOpaque(owner)
        guard let operation = LibraryOperation.byNumber[operation] else {
            return reply.fail(.broken("unknown operation \(operation)"))
        }
        do throws(PeriluneError) {
            let request = try Message(request)
            exported.takeUnretainedValue().receive(operation, subject, request, reply)
        } catch {
            reply.fail(error)
        }
        if operation == .close { exported.release() }
    }
}
