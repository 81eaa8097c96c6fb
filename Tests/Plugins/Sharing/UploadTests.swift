import Perilune
import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

@testable import SharingPlugin

struct UploadTests {
    private let shelf = Shelf()
    private let server: HTTPServer

    init() throws { server = try HTTPServer(HTTPServerOptions(), handler: shelf) }

    private func lab(_ path: String, _ method: SharingConfiguration.Upload.Method) -> SharingLab {
        SharingLab(
            configuration: SharingConfiguration(uploads: [
                .init(
                    "wiki", url: "http://127.0.0.1:\(server.port)\(path)", method: method,
                    headers: [("Authorization", "Bearer s3cret")])
            ]))
    }

    @Test func aPictureIsPutUnderItsName() async throws {
        let answer = try await lab("/pictures/", .put).emitted(
            #"commander:emit(snapshot.share(snapshot.capture("sales", { format = "svg" }), { upload = "wiki" }))"#
        )
        let request = try #require(shelf.requests.first)
        #expect(request.method == "PUT")
        #expect(request.path == "/pictures/sales-e-share-1-d1aa398e.svg")
        #expect(request.headers["Content-Type"] == "image/svg+xml")
        #expect(request.headers["Authorization"] == "Bearer s3cret")
        #expect(request.headers["Idempotency-Key"]?.isEmpty == false)
        #expect(String(decoding: request.body, as: UTF8.self) == "sales as svg")
        #expect(
            answer
                == #"{"location":"/p/1","share":"e/share/2","snapshot":"e/share/1","status":201,"upload":"wiki"}"#
                + "\n")
    }

    @Test func aRefusalIsAnErrorWithoutSecrets() async throws {
        let record = try await lab("/refuse?token=t0ken", .post).results(
            #"snapshot.share(snapshot.capture("sales"), { upload = "wiki" })"#
        ).records[0]
        #expect(record.error?.code == "share.refused")
        #expect(record.error?.message.contains("403") == true)
        #expect(!record.json.contains("s3cret") && !record.json.contains("t0ken"))
        #expect(shelf.requests.first?.method == "POST")
        #expect(shelf.requests.first?.path == "/refuse")
    }

    @Test(arguments: [(1000, true), (1001, false)])
    func aLocationThatIsTooLongIsLeftOut(length: Int, isThere: Bool) async throws {
        let answer = try await lab("/long/\(length)", .post).emitted(
            #"commander:emit(snapshot.share(snapshot.capture("sales"), { upload = "wiki" }).location ~= nil)"#
        )
        #expect(answer == "\(isThere)\n")
    }

    @Test func anUnknownUploadIsNamed() async throws {
        let error = try await lab("/", .put).error(
            #"snapshot.share(snapshot.capture("sales"), { upload = "wikki" })"#)
        #expect(error?.message.contains("did you mean 'wiki'?") == true)
        #expect(shelf.requests.isEmpty)
    }
}

private final class Shelf: HTTPHandler {
    private let taken = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { taken.withLock { $0 } }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        taken.withLock { $0.append(request) }
        guard request.path != "/refuse" else { return respond(HTTPResponse(403)) }
        // The end of the path says how long the location is.
        let length = request.path.hasPrefix("/long/") ? Int(request.path.dropFirst(6)) : nil
        let location = length.map { "/" + String(repeating: "x", count: $0 - 1) } ?? "/p/1"
        respond(HTTPResponse(201, headers: [("Location", location)], body: []))
    }
}
