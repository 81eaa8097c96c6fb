import CodecsPlugin
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import SocketsPlugin

/// The settings `plugins.sockets`.
struct SocketsConfigurationTests {
    private func sockets(_ json: String) throws -> Sockets {
        try Sockets(settings: Array(#"{"listen":\#(json)}"#.utf8))
    }

    @Test func aListenerHasTheDefaultsOfSyslog() throws {
        let listener = try #require(
            sockets(#"[{"udp":"localhost:5514"}]"#).listeners.first)
        #expect(listener.place == .udp(address: "127.0.0.1", port: 5514))
        #expect(listener.format == "syslog")
        #expect(listener.source == "syslog")
        #expect(listener.options.framing == .syslog)
    }

    @Test func otherFormatsAreDividedIntoLines() throws {
        let listener = try #require(
            sockets(#"[{"tcp":"[::1]:1","as":"json","source":"app"}]"#).listeners.first)
        #expect(listener.place == .tcp(address: "::1", port: 1))
        #expect(listener.options.framing == .lines)
        #expect(listener.source == "app")
    }

    @Test(arguments: [
        (#"[{}]"#, "listen[0].udp is missing"),
        (#"[{"udp":"127.0.0.1:1","tcp":"127.0.0.1:1"}]"#, "listen[0].udp names a second socket"),
        (#"[{"udp":"example.com:514"}]"#, "listen[0].udp must be an IP address and a port"),
        (#"[{"udp":"127.0.0.1"}]"#, "listen[0].udp must be an IP address and a port"),
        (#"[{"udp":"0.0.0.0:514"}]"#, "listen[0].anonymous must be true for udp:0.0.0.0:514"),
        (#"[{"tcp":":514"}]"#, "listen[0].anonymous must be true for tcp:0.0.0.0:514"),
        (#"[{"stream":"s","mode":"999"}]"#, "listen[0].mode must be an octal number"),
        (#"[{"stream":"s","mode":"1000"}]"#, "listen[0].mode must be an octal number"),
        (#"[{"stream":"s"},{"stream":"s"}]"#, "listen has the socket stream:s twice"),
        (#"[{"stream":"s","framing":"x"}]"#, "listen[0].framing must be one of lines, syslog"),
        (#"[{"stream":"s","codec":1}]"#, "listen[0].codec must be an object"),
    ])
    func aMistakeIsAnErrorAtItsSetting(_ json: String, _ message: String) throws {
        let error = #expect(throws: PeriluneError.self) { try sockets(json) }
        #expect(error?.code == "socket.configuration")
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [("0777", 0o777), ("660", 0o660), ("0", 0)])
    func theModeOfASocketIsAnOctalNumber(_ text: String, _ mode: UInt32) throws {
        let listener = try #require(sockets(#"[{"stream":"s","mode":"\#(text)"}]"#).listeners.first)
        #expect(listener.options.mode == mode)
    }

    @Test func severalListenersAreKeptInOrder() throws {
        let listeners = try sockets(#"[{"stream":"s"},{"datagram":"d"}]"#).listeners
        #expect(listeners.map(\.place.description) == ["stream:s", "datagram:d"])
    }

    @Test(arguments: [
        (#"{"as":"sysloq"}"#, "codec.unknown", "stream:s: there is no codec 'sysloq'"),
        (#"{"as":"json","codec":{"x":1}}"#, "codec.option", "stream:s: codec 'json': x"),
        (#"{"as":"csv"}"#, "codec.option", "stream:s: messages have no header"),
    ])
    func aCodecThatCannotBeUsedIsAnError(
        _ json: String, _ code: PeriluneError.Code, _ message: String
    ) throws {
        let sockets = try sockets("[" + json.dropLast() + #","stream":"s"}]"#)
        var registry = Registry()
        try Codecs().register(in: &registry)
        let error = #expect(throws: PeriluneError.self) { try sockets.register(in: &registry) }
        #expect(error?.code == code)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }
}
