import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

struct HTTPDateTests {
    @Test func writesTheExampleOfTheStandard() throws {
        let time = try #require(Timestamp("1994-11-06T08:49:37.9Z"))
        #expect(HTTPDate.format(time) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(
            HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT")?.description == "1994-11-06T08:49:37Z")
    }

    @Test func agreesWithFoundation() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<300 {
            let seconds = Int64.random(in: -5_000_000_000..<9_000_000_000)
            let time = Timestamp(microseconds: seconds * 1_000_000)
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(HTTPDate.format(time) == text)
            #expect(HTTPDate.parse(text) == time)
        }
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    ])
    func refusesOtherForms(_ text: String) { #expect(HTTPDate.parse(text) == nil) }

    @Test func readsHowLongToWait() throws {
        let now = try #require(Timestamp("1994-11-06T08:49:37Z"))
        #expect(retryAfter("120", now: now) == .seconds(120))
        #expect(retryAfter("0", now: now) == .zero)
        #expect(retryAfter("99999999999999999999999", now: now) == .seconds(366 * 86400))
        #expect(retryAfter("Sun, 06 Nov 1994 08:50:07 GMT", now: now) == .seconds(30))
        #expect(retryAfter("Sun, 06 Nov 1994 08:00:00 GMT", now: now) == .zero)
        for text in ["", "-1", "1.5", "soon", "12 s"] { #expect(retryAfter(text, now: now) == nil) }
    }
}
