internal import CPerilunePlugin
public import PeriluneCore

/// Serves a plugin to the host that loads its library.
///
/// A library is the same `Plugin` as one that is compiled in, and these lines:
///
/// ```swift
/// @_cdecl("perilune_plugin")
/// public func perilunePlugin(_ abi: UInt32, _ host: UnsafeRawPointer?) -> UnsafeRawPointer? {
///     PluginExport.serve(abi, host) { settings in Quota(limit: settings["limit"]?.integer ?? 3) }
/// }
/// ```
public enum PluginExport {
    /// Answers the table of functions by which the host uses the plugin.
    ///
    /// - Parameters:
    ///   - abi: The version of the boundary that the host has.
    ///   - host: The host's table.
    ///   - make: Makes the plugin from the settings that the host's configuration has for it, null for
    ///     none; what it throws is shown to who starts the host.
    /// - Returns: The table, for the host.
    public static func serve(
        _ abi: UInt32, _ host: UnsafeRawPointer?,
        _ make: @escaping @Sendable (Value) throws -> any Plugin
    ) -> UnsafeRawPointer? {
        let table = UnsafeMutablePointer<perilune_table>.allocate(capacity: 1)
        table.initialize(to: perilune_table())
        table.pointee.abi = PERILUNE_PLUGIN_ABI
        // Neither this text nor the table is ever freed: the host reads them when it likes.
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
