import PeriluneCore
import Testing

@testable import CRMPlugin

struct WebAPIBatchTests {
    private func texts(_ body: [UInt8], _ boundary: String = "b") throws -> [[String]] {
        try WebAPIBatch.parts(of: body[...], boundary: boundary) { text in text.startLine }.map {
            switch $0 {
            case .single(let item): [item.message]
            case .changeSet(let items): items.map { ($0.contentID ?? "") + " " + $0.message }
            }
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var writer = MultipartWriter(boundary: "b")
        writer.add(HTTPText("GET /x HTTP/1.1", [("Accept", "a")], body: []))
        var set = MultipartWriter(boundary: "c")
        set.add(
            HTTPText("POST /y HTTP/1.1", [], body: Array("{}\r\n--b is text".utf8)), contentID: "1")
        set.add(HTTPText("PATCH /z HTTP/1.1", [], body: [0, 13, 10, 255]), contentID: "2")
        writer.add(set)
        let bytes = writer.finish()
        #expect(
            try texts(bytes) == [
                ["GET /x HTTP/1.1"], ["1 POST /y HTTP/1.1", "2 PATCH /z HTTP/1.1"],
            ])
        let parts = try WebAPIBatch.parts(of: bytes[...], boundary: "b") { text in Array(text.body)
        }
        guard case .changeSet(let items) = parts[1] else {
            Issue.record("no change set")
            return
        }
        #expect(items[1].message == [0, 13, 10, 255])
    }

    @Test func readsLineFeedsAlone() throws {
        let body =
            "--b\nContent-Type: application/http\n\nGET /x?$filter=a eq 'b' HTTP/1.1\n\n--b--\n"
        #expect(try texts(Array(body.utf8)) == [["GET /x?$filter=a eq 'b' HTTP/1.1"]])
        let text = HTTPText("GET /x?$filter=a eq 'b' HTTP/1.1", [], body: [])
        #expect(try text.request().target == "/x?$filter=a eq 'b'")
    }

    @Test func findsTheBoundary() {
        #expect(WebAPIBatch.boundary("multipart/mixed; boundary=\"a_b\"") == "a_b")
        #expect(WebAPIBatch.boundary("Multipart/Mixed;charset=x; boundary=c") == "c")
        for type in [
            nil, "", "application/json", "multipart/mixed", "multipart/mixed; boundary=",
            "multipart/mixed; boundary=" + String(repeating: "x", count: 71),
        ] {
            #expect(WebAPIBatch.boundary(type) == nil)
        }
    }

    @Test func refusesTruncatedAndOversizedBatches() {
        for body in [
            "", "--b\r\n", "--b\r\n\r\nGET / HTTP/1.1\r\n", "x", "--b\r\nno colon\r\n--b--",
        ] {
            #expect(throws: PeriluneError.self, "\(body)") { try texts(Array(body.utf8)) }
        }
        let part = "--b\r\nContent-Type: application/http\r\n\r\nGET /x HTTP/1.1\r\n\r\n"
        let many = String(repeating: part, count: 1001) + "--b--"
        #expect(throws: PeriluneError.self) { try texts(Array(many.utf8)) }
        for line in ["", "GET", "GET /x", "GET /x FTP/1", "HTTP/1.1"] {
            #expect(throws: PeriluneError.self) { try HTTPText(line, [], body: []).request() }
        }
    }

    @Test func anyBytesAreReadWithoutTrapping() {
        let pieces = [
            "--b", "--b--", "\r\n", "\n", ":", " ", "Content-Type: multipart/mixed; boundary=c",
            "--c", "\u{0}", "é",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0..<14)).map { _ in pieces.randomElement() ?? "" }
                .joined()
            _ = try? texts(Array(text.utf8))
        }
    }
}
