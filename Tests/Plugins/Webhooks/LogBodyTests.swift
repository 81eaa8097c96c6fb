import CodecsPlugin
import Foundation
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import Testing

@testable import WebhooksPlugin

/// Bodies that are logs, at a server with a store.
@Suite(.timeLimit(.minutes(5))) struct LogBodyTests {
    private static let line =
        #"192.0.2.7 - - [02/Mar/2026:10:00:00 +0000] "GET /cart HTTP/1.1" 500 12 "-" "-""#

    /// A server with one endpoint.
    private final class Server {
        let folder = FileManager.default.temporaryDirectory.appending(path: "logs-\(UUID())")
        let intake: Intake

        init(_ endpoint: String, _ change: (inout IntakeOptions) -> Void = { _ in }) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var options = IntakeOptions()
            options.store = folder.appending(path: "events.db").path
            options.records = folder.appending(path: "records.jsonl").path
            change(&options)
            intake = try Intake(
                [
                    .plugin(Codecs()),
                    .plugin(try Webhooks(settings: Array(#"{"endpoints":[\#(endpoint)]}"#.utf8))),
                ], options: options, log: SilentLog()
            ) { _ in }
        }

        deinit {
            intake.close()
            try? FileManager.default.removeItem(at: folder)
        }

        func post(_ body: [UInt8], _ headers: HTTPHeaders = []) async throws -> (Int, Value) {
            let request = HTTPRequest(
                method: "POST", path: "/hooks/nginx", headers: headers, body: body)
            let response = await withCheckedContinuation { continuation in
                intake.handle(request) { continuation.resume(returning: $0) }
            }
            return (response.status, try Value(json: response.body))
        }

        func post(_ text: String, _ headers: HTTPHeaders = []) async throws -> (Int, Value) {
            try await post(Array(text.utf8), headers)
        }

        /// The ids of the events that were processed.
        func ids() async throws -> [String] {
            _ = await intake.drain()
            let records = try String(
                contentsOf: folder.appending(path: "records.jsonl"), encoding: .utf8)
            return try records.split(separator: "\n").compactMap {
                try Value(json: Array($0.utf8))["event"]?.string
            }
        }
    }

    private static let combined = #"{"name":"nginx","as":"combined"}"#

    @Test func eachLineIsAnEvent() async throws {
        let server = try Server(Self.combined)
        let (status, answer) = try await server.post("\(Self.line)\n\n\(Self.line)")
        #expect(status == 202)
        #expect(answer.json == #"{"accepted":2}"#)
        let ids = try await server.ids()
        #expect(Set(ids).count == 2)
        #expect(ids.allSatisfy { $0.hasPrefix("nginx:") })
    }

    @Test func entriesThatCannotBeReadAreQuarantinedWithTheirLines() async throws {
        let server = try Server(Self.combined)
        let (status, answer) = try await server.post("\(Self.line)\nno log\n\(Self.line)\nnone\n")
        #expect(status == 202)
        #expect(answer["accepted"] == 2)
        #expect(answer["unreadable"] == 2)
        #expect(answer["errors"]?.array?.map { $0["line"] } == [2, 4])
        #expect(answer["errors"]?.array?.first?["code"]?.string?.isEmpty == false)
        #expect(server.intake.quarantined == 2)
    }

    @Test func anAnswerHasAtMostTenErrors() async throws {
        let server = try Server(Self.combined)
        let bad = String(repeating: "no log\n", count: 12)
        let (_, answer) = try await server.post("\(Self.line)\n\(bad)")
        #expect(answer["unreadable"] == 12)
        #expect(answer["errors"]?.array?.count == 10)
    }

    @Test(arguments: [true, false])
    func aRepeatedLogIsAcceptedOnceWithItsUnreadableEntries(_ isDurable: Bool) async throws {
        let server = try Server(Self.combined) { $0.isDurable = isDurable }
        let body = "\(Self.line)\nno log\n"
        _ = try await server.post(body)
        let (status, answer) = try await server.post(body)
        #expect(status == 202)
        #expect(answer.json == #"{"accepted":0,"repeated":1}"#)
        #expect(try await server.ids().count == 1)
        if isDurable { #expect(server.intake.quarantined == 1) }
    }

    @Test func theKeyOfTheSenderIdentifiesALog() async throws {
        let server = try Server(Self.combined)
        for key in ["1", "2", "1"] {
            _ = try await server.post(Self.line, [("Idempotency-Key", key)])
        }
        let (_, answer) = try await server.post("\(Self.line)\n", [("Idempotency-Key", "2")])
        #expect(answer["repeated"] == 1)
        let long = String(repeating: "k", count: 256)
        #expect(try await server.post(Self.line, [("Idempotency-Key", long)]).0 == 400)
        #expect(Set(try await server.ids()).count == 2)
    }

    @Test func aSignatureDoesNotCoverTheKey() async throws {
        let endpoint = Webhooks.Endpoint("nginx", preset: .gitlab, secret: "token")
        let signed = Webhooks.Endpoint("nginx", preset: .github, secret: "token")
        let request = HTTPRequest(
            method: "POST", path: "/hooks/nginx", headers: [("Idempotency-Key", "1")])
        #expect(try endpoint.idempotencyKey(of: request) == "1")
        #expect(try signed.idempotencyKey(of: request) == nil)
    }

    /// Repaired, the keys of two logs could be equal.
    @Test func aKeyThatIsNotUTF8IsRefused() {
        let endpoint = Webhooks.Endpoint("nginx", preset: .gitlab, secret: "token")
        var request = HTTPRequest(method: "POST", path: "/hooks/nginx")
        request.headers.add(name: "Idempotency-Key".utf8, value: [0xFF])
        let error = #expect(throws: PeriluneError.self) {
            try endpoint.idempotencyKey(of: request)
        }
        #expect(error?.code == "webhook.key")
    }

    @Test func aLogOfAnotherFormatIsRefusedWithTheCodecThatFits() async throws {
        let server = try Server(Self.combined)
        let (status, answer) = try await server.post(#"{"a":1}"# + "\n" + #"{"a":2}"# + "\n")
        #expect(status == 400)
        #expect(answer["error"]?["code"] == "webhook.entries")
        #expect(answer["error"]?["line"] == 1)
        #expect(answer["error"]?["hint"]?.string?.hasSuffix("set as = \"json\"") == true)
        #expect(server.intake.quarantined == 0)
    }

    @Test(arguments: [[], [("Content-Encoding", "gzip")]])
    func aCompressedBodyIsRead(_ headers: HTTPHeaders) async throws {
        let server = try Server(Self.combined)
        let packed = try gzip("\(Self.line)\n\(Self.line)\n")
        #expect(try await server.post(packed, headers).1["accepted"] == 2)
    }

    private func gzip(_ text: String) throws -> [UInt8] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-c"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        return Array(try output.fileHandleForReading.readToEnd() ?? Data())
    }

    @Test func theTokenOfTheServerIsRequired() async throws {
        let server = try Server(Self.combined) { $0.token = Array("0123456789abcdef".utf8) }
        #expect(try await server.post(Self.line).0 == 401)
        let (status, _) = try await server.post(
            Self.line, [("Authorization", "Bearer 0123456789abcdef")])
        #expect(status == 202)
    }

    @Test func anOpenNetworkNeedsAToken() throws {
        #expect(throws: PeriluneError.self) {
            try Server(Self.combined) { $0.allowsAnonymous = false }
        }
        _ = try Server(Self.combined) {
            $0.allowsAnonymous = false
            $0.token = Array("0123456789abcdef".utf8)
        }
    }

    @Test func aWebPageOfAnotherNameIsRefused() async throws {
        let server = try Server(Self.combined)
        #expect(try await server.post(Self.line, [("Host", "rebound.example")]).0 == 421)
    }

    @Test func halfOfTheQuarantineIsForOtherEvents() async throws {
        let server = try Server(Self.combined) { $0.quarantineLimit = 4 }
        let bad = "no log\n"
        let (status, answer) = try await server.post("\(Self.line)\n\(bad)\(bad)\(bad)")
        #expect(status == 413)
        #expect(answer["error"]?["code"] == "event.size")
        #expect(server.intake.quarantined == 0)
        #expect(try await server.post("\(Self.line)\n\(bad)").0 == 202)
        #expect(try await server.post("\(Self.line)\n\(bad)\(bad)").0 == 503)
        #expect(server.intake.quarantined == 1)
        #expect(try await server.ids().count == 1)
    }

    @Test func aBodyIsLimited() async throws {
        let server = try Server(#"{"name":"nginx","as":"lines","maxBody":1024}"#)
        #expect(try await server.post(String(repeating: "a\n", count: 513)).0 == 413)
        let packed = try gzip(String(repeating: "a\n", count: 513))
        #expect(try await server.post(packed).0 == 413)
        #expect(try await server.post(packed, [("Content-Encoding", "gzip")]).0 == 413)
    }

    @Test func theNumberOfEntriesIsLimited() async throws {
        let server = try Server(#"{"name":"nginx","as":"lines","maxBody":1024}"#)
        #expect(try await server.post(String(repeating: "a\n", count: 16)).0 == 202)
        let (status, answer) = try await server.post(String(repeating: "a\n", count: 17))
        #expect(status == 413)
        #expect(answer["error"]?["code"] == "event.size")
        #expect(answer["error"]?["line"] == 17)
    }

    @Test(arguments: [
        (#"{"name":"a","as":"auto"}"#, "endpoints[0].as must name a codec"),
        (
            #"{"name":"a","as":"json","id":"{body.id}"}"#,
            "endpoints[0].id is an option of the codec here"
        ),
        (
            #"{"name":"a","as":"json","header":"x"}"#,
            "endpoints[0].secret is missing, but 'header' needs it"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","codec":{"id":"1"}}"#,
            "endpoints[0].codec needs as"
        ),
        (#"{"name":"a","as":"nothing"}"#, "the endpoint 'a': there is no codec 'nothing'"),
        (#"{"name":"a","as":"json","codec":{"x":"1"}}"#, "the endpoint 'a': "),
    ])
    func invalidOptionsAreErrors(_ endpoint: String, _ message: String) {
        let error = #expect(throws: PeriluneError.self) { try Server(endpoint) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
