import CMicroHTTPD
import PeriluneCore

/// A response as the library wants it.
struct LibraryResponse {
    private let response: OpaquePointer
    private let status: UInt32

    init?(_ response: HTTPResponse, closes: Bool) {
        let created = response.body.withUnsafeBytes { body in
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress),
                .RESPMEM_MUST_COPY)
        }
        guard let created else { return nil }
        self.response = created
        // An interim answer (1xx) is nothing that a handler may end a request with.
        status = (200...999).contains(response.status) ? UInt32(response.status) : 500
        response.headers.packed.withUnsafeBytes { packed in
            let bytes = packed.assumingMemoryBound(to: CChar.self)
            guard let start = bytes.baseAddress else { return }
            response.headers.forEachField { name, value in
                guard !Self.isTheServers(packed[name]) else { return }
                // Both end in zero there. The library refuses a line break in either.
                MHD_add_response_header(
                    created, start + name.lowerBound, start + value.lowerBound)
            }
        }
        if closes { MHD_add_response_header(created, "Connection", "close") }
    }

    func queue(on connection: OpaquePointer) -> MHD_Result {
        defer { MHD_destroy_response(response) }
        return MHD_queue_response(connection, status, response)
    }

    /// Whether the server writes this field itself.
    private static func isTheServers(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
        func isName(_ other: StaticString) -> Bool {
            other.withUTF8Buffer { zip(name, $0).allSatisfy { $0 | 0x20 == $1 } }
        }
        return switch name.count {
        case 4: isName("date")
        case 10: isName("connection")
        case 14: isName("content-length")
        case 17: isName("transfer-encoding")
        default: false
        }
    }
}
