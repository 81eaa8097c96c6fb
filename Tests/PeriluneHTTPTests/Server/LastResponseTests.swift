import PeriluneCore
import Testing

@testable import PeriluneHTTP

/// Responses whose bytes are kept for the next one.
struct LastResponseTests {
    private static let responses = [
        HTTPResponse(202, "application/json", "{\"accepted\":1}\n"),
        HTTPResponse(202, "application/json", "{\"accepted\":2}\n"),
        HTTPResponse(200, "application/json", "{\"accepted\":2}\n"), HTTPResponse(204),
        HTTPResponse(200, headers: [("A", "b")]), HTTPResponse(200, headers: [("A", "c")]),
    ]
    private static let heads: [ResponseHead] = {
        var heads: [ResponseHead] = []
        for (closes, isForHead) in [(false, false), (true, false), (false, true)] {
            for isHTTP10 in [false, true] {
                for date in ["Fri, 27 Nov 2026 10:25:48 GMT", "Fri, 27 Nov 2026 10:25:49 GMT"] {
                    heads.append(
                        ResponseHead(
                            closes: closes, isForHead: isForHead, isHTTP10: isHTTP10, date: date))
                }
            }
        }
        return heads
    }()

    @Test func eachResponseHasItsOwnBytes() {
        var last = LastResponse()
        // Each behind each other one, and behind itself.
        for first in Self.responses {
            for response in Self.responses {
                for head in Self.heads {
                    for other in [head, Self.heads[0]] {
                        _ = last.piece(first, other, limit: 100)
                        let body = head.hasBody(response.status) ? response.body : []
                        let wanted = head.bytes(response) + body
                        #expect(last.piece(response, head, limit: 100) == wanted)
                        #expect(last.piece(response, head, limit: 100) == wanted)
                    }
                }
            }
        }
    }

    @Test func aLongBodyIsNotKept() {
        var last = LastResponse()
        let response = HTTPResponse(200, body: [UInt8](repeating: 0x61, count: 101))
        #expect(last.piece(response, Self.heads[0], limit: 100) == nil)
    }

    @Test func aHostHasNoBytesThatAreReservedInURLs() {
        for byte in UInt8.min...UInt8.max {
            let isAllowed = (0x21...0x7e).contains(byte) && !"/@?#\\<>\"{}|^`".utf8.contains(byte)
            #expect([0x61, byte].isHost == isAllowed, "\(byte)")
        }
    }
}
