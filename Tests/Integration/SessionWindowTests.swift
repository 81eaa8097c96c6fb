import Foundation
import Testing

/// The sessions of a real log, by the recipe of the cookbook: the same for any number of workers, also if the run is
/// killed.
@Suite(.timeLimit(.minutes(5))) struct SessionWindowTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        let log = "Tests/Plugins/Codecs/Data/apache-combined.log"
        try shell.write(
            Array(Data(contentsOf: SwiftPackage.root.appending(path: log))), "access.log")
        for case .file("sessions.lua", let rule) in try Readme("Documentation/Cookbook.md").blocks {
            try shell.write(rule, "sessions.lua")
            // The same results, but slow enough to be killed.
            let slow = "for i = 1, 5000000 do end sessions:add(event)"
            try shell.write(rule.replacing("sessions:add(event)", with: slow), "slow.lua")
        }
    }

    /// A request of the log.
    private struct Request {
        let host: String
        let time: Date
        let bytes: Int
    }

    private func requests() throws -> [Request] {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "dd/MMM/yyyy:HH:mm:ss Z"
        return try shell.read("access.log").split(separator: "\n").map { line in
            let match = try #require(line.firstMatch(of: /^(\S+) .*?\[(.*?)\] ".*?" \d+ (\S+) "/))
            return Request(
                host: String(match.1), time: try #require(format.date(from: String(match.2))),
                bytes: Int(match.3) ?? 0)
        }
    }

    /// What a loop finds over the requests of each host, sorted by time.
    private func sessions() throws -> [String] {
        var sessions: [[Request]] = []
        for (_, requests) in Dictionary(grouping: try requests(), by: \.host) {
            var last = Date.distantPast
            for request in requests.sorted(by: { $0.time < $1.time }) {
                if request.time >= last + 1800 { sessions.append([]) }
                sessions[sessions.count - 1].append(request)
                last = request.time
            }
        }
        return sessions.map { session in
            let bytes = session.reduce(0) { $0 + $1.bytes }
            let times = session.map { $0.time.formatted(.iso8601) }
            return
                #"{"bytes":\#(bytes),"from":"\#(times[0])","key":"\#(session[0].host)","#
                + #""requests":\#(session.count),"to":"\#(times[times.count - 1])"}"#
        }
    }

    private static func command(_ rule: String, _ workers: Int) -> String {
        "process access.log --as combined -s \(rule) --workers \(workers) -o out"
    }

    private func undisturbed() throws -> String {
        #expect(try shell.perilune(Self.command("sessions.lua", 1)).status == 0)
        return try shell.read("out")
    }

    @Test func haveAllRequestsOfALog() throws {
        let lines = try undisturbed().split(separator: "\n").map(String.init)
        #expect(lines.sorted() == (try sessions()).sorted())
        #expect(lines.count == 116)
    }

    @Test(arguments: [1, 2, 4])
    func areTheSameBytesForAnyNumberOfWorkersAndAfterKills(workers: Int) throws {
        let expected = try undisturbed()
        #expect(try shell.perilune(Self.command("sessions.lua", workers)).status == 0)
        #expect(try shell.read("out") == expected)

        let command = "\(Self.command("slow.lua", workers)) --store run.db"
        var kills = 0
        // The first run commits the sessions that are open after 100 lines, the others end without a commit.
        #expect(try shell.perilune("\(command) -n 100").status == 0)
        for delay in [0.1, 0.2, 0.3] {
            let run = try shell.run(
                """
                perilune \(command) &
                for i in $(seq 250); do [ -e run.db-wal ] && break; sleep 0.02; done
                sleep \(delay); kill -KILL $!; wait $!
                """)
            #expect([0, 137].contains(run.status), "\(run)")
            if run.status == 137 { kills += 1 }
        }
        #expect(kills > 0)
        #expect(try shell.perilune(command).status == 0)
        #expect(try shell.read("out") == expected)
    }
}
