import PeriluneCore
import Synchronization
import Testing

@testable import CRMPlugin

struct RedirectPageTests {
    private func status(
        _ query: String, host: String = "localhost:4711", method: String = "GET",
        origin: String? = nil
    ) -> Int {
        var request = HTTPRequest(
            method: method, path: "/", query: query, headers: [("Host", host)])
        if let origin { request.headers.add("Origin", origin) }
        // The page answers before it returns.
        let status = Mutex(0)
        RedirectPage(state: "s3cret").handle(request) { answer in
            status.withLock { $0 = answer.status }
        }
        return status.withLock(\.self)
    }

    @Test func acceptsACodeWithTheRightState() {
        #expect(status("state=s3cret&code=1") == 200)
        #expect(status("state=s3cret&error=access_denied") == 200)
        #expect(status("state=s3cret&code=1", host: "127.0.0.1:4711") == 200)
    }

    @Test func refusesOtherRequests() {
        #expect(status("state=other&code=1") == 404)
        #expect(status("code=1") == 404)
        #expect(status("state=s3cret&code=1", method: "POST") == 404)
        // A page whose name leads to this machine
        #expect(status("state=s3cret&code=1", host: "evil.example") == 404)
        #expect(
            status("state=s3cret&code=1", method: "POST", origin: "https://evil.example") == 404)
    }
}
