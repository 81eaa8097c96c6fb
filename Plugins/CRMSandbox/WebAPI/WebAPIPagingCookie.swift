import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneXML

/// `<cookie pagenumber="2" pagingcookie="..." istracking="False" />`: a page number and the cookie of
/// a query, which is percent-encoded twice.
struct WebAPIPagingCookie {
    var number: Int
    var cookie: String?

    init(number: Int, cookie: String?) {
        self.number = number
        self.cookie = cookie
    }

    /// Reads the token of a link; nothing in it is trusted, the query checks the cookie.
    init(skipToken: String) throws(CRMFault) {
        var limits = XMLLimits()
        limits.bytes = 64 << 10
        guard let element = try? XMLElement.parse(Array(skipToken.utf8), limits: limits),
            let number = element.attribute("pagenumber").flatMap({ Int($0) }), number > 0
        else { throw CRMFault(.queryInvalidPagingCookie, "Malformed skip token.") }
        self.number = number
        guard let text = element.attribute("pagingcookie"), !text.isEmpty else { return }
        guard let once = PercentEncoding.decode(text), let twice = PercentEncoding.decode(once)
        else { throw CRMFault(.queryInvalidPagingCookie, "Malformed paging cookie.") }
        cookie = twice
    }

    /// The cookie as XML.
    var text: String {
        let encoded = PercentEncoding.component(PercentEncoding.component(cookie ?? ""))
        return
            "<cookie pagenumber=\"\(number)\" pagingcookie=\"\(encoded)\" istracking=\"False\" />"
    }
}
