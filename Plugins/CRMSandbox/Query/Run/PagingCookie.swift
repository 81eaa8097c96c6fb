import CRMPlugin
import PeriluneCore
import PeriluneStore
import PeriluneXML

/// The position of a page: the keys of its first and last row.
struct PagingCookie {
    var page: Int
    var entries: [Entry]

    struct Entry {
        var name: String
        var first: SQLValue
        var last: SQLValue
    }

    init(page: Int, _ keys: [OrderKey], first: [SQLValue], last: [SQLValue]) {
        self.page = page
        entries = keys.indices.map {
            Entry(name: keys[$0].name, first: first[$0], last: last[$0])
        }
    }

    /// Reads the text that a client sent back.
    init(_ text: String, for keys: [OrderKey]) throws(CRMFault) {
        var limits = XMLLimits()
        limits.bytes = 1 << 20
        limits.depth = 4
        guard let root = try? XMLElement.parse(text, limits: limits), root.name == "cookie",
            let page = root.attribute("page").flatMap({ Int($0) }), page > 0
        else {
            throw CRMFault(
                .queryInvalidPagingCookie,
                "Invalid paging cookie; send the PagingCookie of the previous page unchanged")
        }
        self.page = page
        let elements = root.elements
        guard elements.map(\.name) == keys.map(\.name) else {
            throw CRMFault(
                .queryPagingOrder,
                "The paging cookie has the order \(elements.map(\.name).joined(separator: ", ")), the query \(keys.map(\.name).joined(separator: ", ")); keep the order of the first page"
            )
        }
        entries = []
        for (element, key) in zip(elements, keys) {
            entries.append(
                Entry(
                    name: key.name, first: try Self.value("first", element, key),
                    last: try Self.value("last", element, key)))
        }
    }

    var text: String {
        get throws(CRMFault) {
            var xml = XMLWriter()
            xml.begin("cookie")
            xml.attribute("page", String(page))
            for entry in entries {
                xml.begin(entry.name)
                for (name, value) in [("last", entry.last), ("first", entry.first)] {
                    if let text = value.cookieText {
                        xml.attribute(name, text)
                    } else {
                        xml.attribute(name + "null", "1")
                    }
                }
                xml.end()
            }
            xml.end()
            do throws(PeriluneError) {
                return String(decoding: try xml.finish(), as: UTF8.self)
            } catch {
                throw CRMFault(.unexpected, "the paging cookie cannot be written: \(error.message)")
            }
        }
    }

    private static func value(
        _ name: String, _ element: XMLElement, _ key: OrderKey
    ) throws(CRMFault) -> SQLValue {
        guard let text = element.attribute(name) else {
            guard element.attribute(name + "null") == "1" else {
                throw CRMFault(
                    .queryInvalidPagingCookie,
                    "the paging cookie lacks the value \(name) of \(element.name)")
            }
            return .null
        }
        let value: SQLValue? =
            switch key.reading {
            case .text, .options, .decimal, .bytes, .moneyMean: .text(text)
            case .guid, .reference: GUID(text).map { .blob($0.bytes) }
            case .double: Double(text).map { .real($0) }
            default: Int64(text).map { .integer($0) }
            }
        guard let value else {
            throw CRMFault(
                .queryInvalidPagingCookie,
                "the paging cookie has an invalid value of \(element.name)")
        }
        return value
    }
}

extension SQLValue {
    fileprivate var cookieText: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): GUID(bytes: bytes)?.braced
        }
    }
}
