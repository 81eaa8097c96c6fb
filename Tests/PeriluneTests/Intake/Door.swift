import Foundation
import PeriluneCore
import Synchronization

@testable import Perilune

/// An intake over files that are gone with the test, asked as a server would.
final class Door: Sendable {
    let folder: URL
    let intake: Intake
    let problems: ProblemList

    var store: String { folder.appendingPathComponent("events.db").path }
    var records: String { folder.appendingPathComponent("records.jsonl").path }

    final class ProblemList: Sendable {
        let codes = Mutex<[String]>([])
        /// Path and event.
        let places = Mutex<[String]>([])
    }

    init(
        in folder: URL? = nil, durable: Bool = true,
        change: (inout IntakeOptions) -> Void = { _ in },
        @HostBuilder _ components: () throws -> [Component]
    ) throws {
        let folder = folder ?? Self.newFolder()
        self.folder = folder
        var options = IntakeOptions()
        options.isDurable = durable
        options.store = durable ? folder.appendingPathComponent("events.db").path : nil
        options.records = folder.appendingPathComponent("records.jsonl").path
        change(&options)
        let problems = ProblemList()
        self.problems = problems
        intake = try Intake(try components(), options: options, log: SilentLog()) { problem in
            problems.codes.withLock { $0.append(problem.error.code.rawValue) }
            problems.places.withLock { $0.append("\(problem.path ?? "-") \(problem.event ?? "-")") }
        }
    }

    static func newFolder() -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func ask(_ request: HTTPRequest) async -> HTTPResponse {
        await withCheckedContinuation { continuation in
            intake.handle(request) { continuation.resume(returning: $0) }
        }
    }

    func get(_ path: String) async -> HTTPResponse {
        await ask(HTTPRequest(method: "GET", path: path))
    }

    func post(
        _ body: String, _ type: String? = "application/cloudevents+json",
        _ headers: [(String, String)] = [], to path: String = "/events"
    ) async -> HTTPResponse {
        var fields = HTTPHeaders()
        if let type { fields.add("Content-Type", type) }
        for (name, value) in headers { fields.add(name, value) }
        return await ask(
            HTTPRequest(method: "POST", path: path, headers: fields, body: Array(body.utf8)))
    }

    /// A small event.
    func send(_ id: String, source: String = "s", data: Value? = nil) async -> HTTPResponse {
        await post(text(Event(id: id, source: source, type: "test.made", data: data).json))
    }

    func drain() async { _ = await intake.drain(for: .seconds(20)) }

    func lines() throws -> [Substring] {
        try String(contentsOfFile: records, encoding: .utf8).split(separator: "\n")
    }

    /// The records that are written, as `id outcome`.
    func written() throws -> [String] {
        try lines().map { line in
            let value = try Value(json: line)
            return "\(value["event"]?.string ?? "?") \(value["outcome"]?.string ?? "?")"
        }
    }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    var errorCode: String? { (try? Value(json: body))?["error"]?["code"]?.string }
}
