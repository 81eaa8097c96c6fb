import Foundation
import Testing

/// A name server of the attacker, who answers with an address that is allowed, and then with another one.
@Suite(.enabled(if: Shell.has("cc") && Shell.has("python3")), .timeLimit(.minutes(5)))
struct ReboundNameTests {
    /// Answers in place of the C library, with the next address of `ANSWERS` each time.
    static let resolver = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <dlfcn.h>
        #include <netdb.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        typedef int lookup(const char *, const char *, const struct addrinfo *, struct addrinfo **);
        int getaddrinfo(const char *name, const char *port, const struct addrinfo *hints, struct addrinfo **found) {
            static int number;
            char answers[256], *rest = answers, *answer = 0;
            lookup *real = (lookup *)dlsym(RTLD_NEXT, "getaddrinfo");
            if (!name || !strstr(name, ".example.com")) return real(name, port, hints, found);
            snprintf(answers, sizeof answers, "%s", getenv("ANSWERS"));
            int last = __atomic_fetch_add(&number, 1, __ATOMIC_SEQ_CST);
            for (int i = 0; i <= last && rest; i++) answer = strsep(&rest, ",");
            fprintf(stderr, "answered %s\\n", answer);
            return real(answer, port, hints, found);
        }
        """

    /// Listens at the same port of two addresses, and records connections; `/to` redirects to another name.
    static let servers = """
        import http.server, socketserver, sys, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                print(self.server.server_address[0], self.path, flush=True)
                self.send_response(302 if self.path == "/to" else 200)
                self.send_header("Location", f"http://second.example.com:{port}/secret")
                self.send_header("Content-Length", "0")
                self.send_header("Connection", "close")
                self.end_headers()
            def log_message(self, *_): pass
        port = 0
        for address in ("127.0.0.2", "127.0.0.1"):
            server = http.server.ThreadingHTTPServer((address, port), Handler)
            port = server.server_port
            threading.Thread(target=server.serve_forever, daemon=True).start()
        open("port", "w").write(str(port))
        sys.stdin.read()
        """

    /// What was connected to, and what the records say of the events.
    private func run(
        _ answers: String, _ path: String
    ) throws -> (reached: [String], codes: [String]) {
        let shell = try Shell()
        try shell.write(Self.resolver, "resolver.c")
        try shell.write(Self.servers, "servers.py")
        let result = try shell.run(
            """
            cc -shared -fPIC -o resolver.so resolver.c -ldl
            mkfifo hold; python3 servers.py < hold > reached.txt & exec 3> hold
            for i in $(seq 500); do test -s port && break; sleep 0.02; done
            cat > rule.lua <<END
            local http = require "http"
            return { on = "*", execute = function(event, commander)
              commander:emit(http.get("http://rebound.example.com:$(cat port)\(path)").status)
            end }
            END
            cat > perilune.lua <<END
            return { scripts = "rule.lua", grants = { http = { "http://*.example.com:$(cat port)" } },
              plugins = { http = { timeout = 5, hosts = {
                { host = "http://*.example.com:$(cat port)", addresses = { "127.0.0.2" } } } } } }
            END
            for i in 1 2 3; do echo "{\\"specversion\\":\\"1.0\\",\\"id\\":\\"$i\\",\\"source\\":\\"/s\\",\\"type\\":\\"t\\"}"; done > log.jsonl
            ANSWERS=\(answers) LD_PRELOAD=$PWD/resolver.so perilune process log.jsonl --records records.jsonl
            exec 3>&-; wait
            """)
        #expect(result.errors.contains("answered "), "\(result.errors)")
        let records = try shell.run("cat records.jsonl").objects()
        return (
            try shell.run("cat reached.txt").lines,
            records.map { ($0["error"] as? [String: Any])?["code"] as? String ?? "none" }
        )
    }

    @Test func theAddressThatIsCheckedIsTheOneThatIsConnectedTo() throws {
        let (reached, codes) = try run("127.0.0.2,127.0.0.1,127.0.0.1,127.0.0.1,127.0.0.1", "/")
        #expect(reached.allSatisfy { $0.hasPrefix("127.0.0.2 ") }, "\(reached)")
        #expect(reached.first == "127.0.0.2 /")
        #expect(codes.first == "none")
    }

    @Test func aResolvedAddressThatIsNotAllowedIsRefusedEachTime() throws {
        let (reached, codes) = try run("127.0.0.1,127.0.0.1,127.0.0.1,127.0.0.1", "/")
        #expect(reached.isEmpty)
        #expect(codes == ["http.address", "http.address", "http.address"])
    }

    @Test func theNameOfARedirectIsCheckedToo() throws {
        let (reached, codes) = try run("127.0.0.2,127.0.0.1,127.0.0.1,127.0.0.1", "/to")
        #expect(reached == ["127.0.0.2 /to", "127.0.0.2 /to", "127.0.0.2 /to"])
        #expect(codes == ["http.address", "http.address", "http.address"])
    }
}
