import PeriluneCore

/// Caches the bytes of the last short response of an event loop, because most senders get the same response.
struct LastResponse {
    private var response = HTTPResponse(0)
    private var head = ResponseHead(closes: false, isForHead: false, isHTTP10: false, date: "")
    private var bytes: [UInt8] = []

    /// The head and body of a response in one piece; `nil` if the body is too long.
    mutating func piece(_ response: HTTPResponse, _ head: ResponseHead, limit: Int) -> [UInt8]? {
        guard response.body.count <= limit else { return nil }
        // Arrays that share their storage are compared in constant time.
        if response.status == self.response.status, head == self.head,
            response.body == self.response.body,
            response.headers.packed == self.response.headers.packed
        {
            return bytes
        }
        var piece = head.bytes(response)
        if head.hasBody(response.status) { piece += response.body }
        self.response = response
        self.head = head
        bytes = piece
        return piece
    }
}
