import PeriluneCore
import PeriluneHTTP

/// A request to a host that was granted.
struct OutboundRequest: Sendable {
    var method: String
    var target: HTTPTarget
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// The time limit of the request with its redirects.
    var timeout: Duration
    /// How many redirects are followed; the response to the one after them is an error.
    var redirects = 5
    /// Whether it must reach the server at most once.
    var isAtMostOnce = false

    /// The request after a redirect; `nil` if the response is the result.
    ///
    /// A request that changes something is repeated only if the server says that it did not process it (307, 308).
    /// After 303, the result is fetched with GET.
    func redirected(_ response: HTTPResponse) throws(PeriluneError) -> OutboundRequest? {
        let isRead = method == "GET" || method == "HEAD"
        var next = self
        switch response.status {
        case 301, 302: if !isRead { return nil }
        case 303:
            if !isRead {
                (next.method, next.body, next.isAtMostOnce) = ("GET", [], false)
                next.headers["Content-Type"] = nil
                next.headers["Idempotency-Key"] = nil
            }
        case 307, 308: break
        default: return nil
        }
        guard let location = response.headers["Location"] else { return nil }
        next.target = try target.resolving(location)
        next.redirects -= 1
        if next.target.origin != target.origin {
            next.headers = RequestHeaders.forOtherOrigin(headers)
            if next.method != method { next.headers["Content-Type"] = nil }
        }
        return next
    }
}
