import Foundation
import Testing

/// Messages of other programs at the sockets of `serve`.
@Suite(.timeLimit(.minutes(5))) struct SocketTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            return { on = "*", execute = function(event, commander)
              commander:emit { data = event.data, source = event.source, hasTime = event.time ~= nil }
            end }
            """, "rule.lua")
    }

    private func configure(_ listeners: String) throws {
        try shell.write(
            "return { scripts = 'rule.lua', plugins = { sockets = { listen = { \(listeners) } } } }",
            "perilune.lua")
    }

    /// Starts a server with listeners; the ports of those with one, in order.
    private func serve(
        _ listeners: String, _ options: String = ""
    ) throws -> (server: ServeProcess, ports: [Int]) {
        try configure(listeners)
        let server = try ServeProcess(shell, "-o out.jsonl \(options)")
        let ports = try server.notes().split(separator: "\n").compactMap { line in
            line.contains(" on udp:") || line.contains(" on tcp:")
                ? Int(line.split(separator: ":").last ?? "") : nil
        }
        return (server, ports)
    }

    /// The messages that rules have seen, sorted.
    private func messages() throws -> [String] {
        try shell.run("cat out.jsonl").objects().compactMap {
            ($0["data"] as? [String: Any])?["message"] as? String
        }.sorted()
    }

    @Test(.enabled(if: Shell.has("python3"))) func receivesFromThePythonSyslogHandlerOnEverySocket()
        throws
    {
        let (server, ports) = try serve(
            "{ udp = '127.0.0.1:0' }, { tcp = '127.0.0.1:0' }, { datagram = 'd' }, { stream = 's' }"
        )
        try shell.write(
            """
            import logging, logging.handlers, socket, sys
            log = logging.getLogger("app")
            for name, address, kind in (
                ("udp", ("127.0.0.1", \(ports[0])), socket.SOCK_DGRAM),
                ("tcp", ("127.0.0.1", \(ports[1])), socket.SOCK_STREAM),
                ("datagram", "d", socket.SOCK_DGRAM),
                ("stream", "s", socket.SOCK_STREAM),
            ):
                handler = logging.handlers.SysLogHandler(address, "local3", kind)
                handler.ident = "app[7]: "
                log.addHandler(handler)
                log.error("%s é 1", name)
                log.error("%s 2", name)
                log.removeHandler(handler)
                handler.close()
            """, "send.py")
        #expect(try shell.run("python3 send.py").status == 0)
        let expected = ["datagram", "stream", "tcp", "udp"].flatMap { ["\($0) 2", "\($0) é 1"] }
        try server.waits("not every message was processed") { try messages() == expected }
        for object in try shell.run("cat out.jsonl").objects() {
            let data = try #require(object["data"] as? [String: Any])
            #expect(data["facility"] as? String == "local3")
            #expect(data["severity"] as? String == "err")
            #expect(data["app"] as? String == "app")
            #expect(data["pid"] as? String == "7")
            #expect(object["hasTime"] as? Bool == true)
        }
    }

    @Test(.enabled(if: Shell.has("logger"))) func receivesEveryFormatOfLogger() throws {
        let (server, ports) = try serve(
            "{ udp = '127.0.0.1:0' }, { tcp = '127.0.0.1:0' }, { datagram = 'd' }, { stream = 's' }"
        )
        let (udp, tcp) = (ports[0], ports[1])
        #expect(
            try shell.run(
                """
                logger -n 127.0.0.1 -d -P \(udp) -t app -p local3.err --rfc5424 'udp 5424'
                logger -n 127.0.0.1 -d -P \(udp) -t app -p local3.err --rfc3164 'udp 3164'
                logger -n 127.0.0.1 -T -P \(tcp) -t app -p local3.err 'tcp lines'
                logger -n 127.0.0.1 -T -P \(tcp) -t app -p local3.err --octet-count 'tcp octets'
                logger -u d -t app -p local3.err 'unix datagram'
                logger -u s -t app -p local3.err 'unix stream'
                """
            ).status == 0)
        let expected = [
            "tcp lines", "tcp octets", "udp 3164", "udp 5424", "unix datagram", "unix stream",
        ]
        try server.waits("not every message was processed") { try messages() == expected }
        for object in try shell.run("cat out.jsonl").objects() {
            let data = try #require(object["data"] as? [String: Any])
            #expect(data["app"] as? String == "app")
            #expect(data["severity"] as? String == "err")
        }
    }

    @Test(.enabled(if: Shell.has("python3"))) func messagesThatCannotBeReadAreInTheQuarantine()
        throws
    {
        let (server, ports) = try serve("{ tcp = '127.0.0.1:0', maxMessage = 500 }")
        try shell.write(
            """
            import socket
            s = socket.create_connection(("127.0.0.1", \(ports[0])))
            s.sendall(b"<14>fine\\nno priority\\n<14>" + b"x" * 600 + b"\\n<14>\\xff\\n<14>good\\n12345x\\n")
            assert s.recv(1) == b""
            """, "send.py")
        #expect(try shell.run("timeout 20 python3 send.py").status == 0)
        try server.waits("not every message was processed") { try messages() == ["fine", "good"] }
        server.end()
        let listed = try shell.run("bin/perilune quarantine list").output
        for code in ["codec.entry", "socket.size", "event.utf8", "socket.framing"] {
            #expect(listed.contains("\(code): "), "\(listed)")
        }
        #expect(listed.contains("tcp:127.0.0.1:0"))
        #expect(try shell.run("bin/perilune quarantine show 1").output.contains("no priority"))
    }

    @Test(.enabled(if: Shell.has("python3"))) func aMessageThatIsRetriedIsReadAgain() throws {
        let listener = "tcp = '127.0.0.1:0', as = 'json'"
        let (server, ports) = try serve("{ \(listener), codec = { id = '{request}' } }")
        try shell.write(
            """
            import socket
            socket.create_connection(("127.0.0.1", \(ports[0]))).sendall(b'{"message":"late"}\\n')
            """, "send.py")
        #expect(try shell.run("python3 send.py").status == 0)
        try server.says("the entry has no request")
        server.end()
        try configure("{ \(listener) }")
        let result = try shell.run("bin/perilune quarantine retry --all")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(#""message":"late""#))
    }

    /// A sender that writes numbered lines until the server is gone.
    @Test(.enabled(if: Shell.has("python3"))) func processedMessagesSurviveAKillInOrder() throws {
        let (server, ports) = try serve("{ tcp = '127.0.0.1:0', as = 'lines' }")
        try shell.write(
            """
            import socket
            s = socket.create_connection(("127.0.0.1", \(ports[0])))
            number = 0
            try:
                while number < 10_000_000:
                    s.sendall(b"".join(b"%d\\n" % n for n in range(number, number + 1000)))
                    number += 1000
            except OSError:
                print(number)
            """, "send.py")
        let sender = shell.process("timeout 60 python3 send.py > sent")
        try sender.run()
        try server.waits("nothing was processed") {
            try shell.run("test -f out.jsonl && wc -l < out.jsonl").output.count > 4
        }
        server.end(SIGKILL)
        sender.waitUntilExit()
        let sent = try #require(
            Int(shell.run("cat sent").output.trimmingCharacters(in: .whitespacesAndNewlines)))
        let (next, _) = try serve("{ tcp = '127.0.0.1:0', as = 'lines' }")
        try next.waits("stored messages were not processed") {
            try next.get("/metrics").contains("perilune_inflight_events 0\n")
        }
        next.end()
        // From the first one on without a gap or a repetition, and no further than what was sent.
        let numbers = try shell.run("cat out.jsonl").objects().compactMap { $0["data"] as? String }
            .compactMap { Int($0) }
        #expect(numbers == Array(0..<numbers.count))
        #expect(numbers.count <= sent + 1000)
        #expect(numbers.count >= 1000)
    }

    @Test(.enabled(if: Shell.has("python3"))) func aServerThatStopsKeepsReceivedMessages() throws {
        let (server, ports) = try serve("{ udp = '127.0.0.1:0', as = 'lines' }")
        try shell.write(
            """
            import socket
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            for n in range(2000): s.sendto(b"%d" % n, ("127.0.0.1", \(ports[0])))
            """, "send.py")
        #expect(try shell.run("python3 send.py").status == 0)
        server.end()
        let (next, _) = try serve("{ udp = '127.0.0.1:0', as = 'lines' }")
        try next.waits("stored messages were not processed") {
            try next.get("/metrics").contains("perilune_inflight_events 0\n")
        }
        next.end()
        #expect(try shell.run("wc -l < out.jsonl").output == "2000\n")
    }

    @Test func aSocketThatIsInUseKeepsTheServerFromStarting() throws {
        let (server, ports) = try serve("{ udp = '127.0.0.1:0' }")
        _ = try shell.run("mkdir other")
        try shell.write(
            "return { plugins = { sockets = { listen = { { udp = '127.0.0.1:\(ports[0])' } } } } }",
            "other/perilune.lua")
        let result = try shell.run(
            "cd other && timeout 20 ../bin/perilune serve --listen 127.0.0.1:0")
        #expect(result.status != 0)
        #expect(result.errors.contains("cannot listen on 127.0.0.1 port \(ports[0])"))
        server.end()
    }

    @Test func aSyslogSinkSendsToASyslogSource() throws {
        let (server, ports) = try serve("{ tcp = '127.0.0.1:0' }")
        try shell.write(
            """
            return { on = "*", execute = function(event, commander)
              commander:emit({ level = "error", text = event.id }, "alerts")
            end }
            """, "alert.lua")
        let event = #"{"specversion":"1.0","id":"e1","source":"s","type":"t"}"#
        #expect(
            try shell.run(
                """
                mkdir -p sender && cd sender && echo '\(event)' > log.jsonl &&
                ../bin/perilune process log.jsonl --script ../alert.lua --to \
                  'alerts=sink:syslog {"tcp":"127.0.0.1:\(ports[0])","severity":"{level}","app":"shop","message":"{text}"}'
                """
            ).status == 0)
        try server.waits("the message did not arrive") { try messages() == ["e1"] }
        let data = try #require(
            try shell.run("cat out.jsonl").objects().first?["data"] as? [String: Any])
        #expect(data["severity"] as? String == "err")
        #expect(data["app"] as? String == "shop")
        let element = (data["data"] as? [String: [String: String]])?["perilune@32473"]
        #expect(element?["output"] == "alerts")
        server.end()
    }
}
