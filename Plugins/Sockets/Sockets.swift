public import PeriluneCore
package import PeriluneHTTP

/// Syslog and other log formats that `serve` receives at sockets: UDP, TCP and Unix sockets.
///
/// Each message becomes an event of the codec that the listener names, which another plugin registers before this one.
public struct Sockets: Plugin {
    /// The name of the plugin.
    public let name = "sockets"
    /// In the order of the configuration.
    package let listeners: [Listener]

    /// Makes the plugin without listeners.
    public init() { listeners = [] }

    package init(_ listeners: [Listener]) { self.listeners = listeners }

    /// Registers the listeners.
    ///
    /// - Throws: `codec.unknown` or `codec.option` if a listener's codec cannot be used.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        let ids = MessageIDs()
        for listener in listeners {
            let codec = try listener.codec(in: registry)
            try registry.add(SocketSource(listener, codec, ids))
        }
    }
}

/// A socket, and how its messages are read.
package struct Listener: Sendable {
    let place: SocketPlace
    var options = SocketOptions()
    /// The name of the codec, and its options.
    var format = "syslog"
    var codec: Value = .object(.init())
    /// The `source` of events, unless the codec's options name another one.
    var source: String

    package init(_ place: SocketPlace, format: String = "syslog", source: String? = nil) {
        self.place = place
        self.format = format
        self.source = source ?? format
        options.framing = format == "syslog" ? .syslog : .lines
    }

    /// The codec with the options of the listener.
    fileprivate func codec(in registry: Registry) throws(PeriluneError) -> any Codec {
        do throws(PeriluneError) {
            let codec = try registry.codec(named: format, codec)
            if case .table(_, _, hasHeader: true) = codec.framing(of: []) {
                throw PeriluneError(
                    "codec.option", "messages have no header with the names of columns",
                    hint: "name them: codec = { header = false, columns = { ... } }")
            }
            _ = try codec.decoder(for: LogHead(name: source))
            return codec
        } catch {
            var error = error
            error.message = "\(place): \(error.message)"
            throw error
        }
    }
}
