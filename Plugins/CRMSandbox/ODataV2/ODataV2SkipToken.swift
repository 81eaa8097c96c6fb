import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneXML

/// Where a page begins: `2,'accountid','{LAST}','{FIRST}'`, the page's number and the ends of the page
/// before; with an order, the columns of the order come first.
struct ODataV2SkipToken {
    let page: Int
    private var keys: [Key] = []

    private struct Key {
        var name: String
        /// `nil` is null.
        var last: String?
        var first: String?
    }

    /// Creates the token of the page after one that was read.
    init(after answer: EntityCollection, number: Int, _ table: EntityDefinition) {
        page = number
        if let cookie = answer.pagingCookie, let xml = try? XMLElement.parse(cookie) {
            keys = xml.elements.map {
                Key(name: $0.name, last: $0.attribute("last"), first: $0.attribute("first"))
            }
        } else if let last = answer.entities.last?.id, let first = answer.entities.first?.id {
            keys = [Key(name: table.primaryIdAttribute, last: last.braced, first: first.braced)]
        }
    }

    /// Reads what a client sent back.
    init(_ text: String) throws(CRMFault) {
        do throws(PeriluneError) {
            var reader = try ODataListReader(text)
            guard case .number(let digits) = try reader.next(), let page = Int(digits), page > 0
            else { throw PeriluneError("crm.odata", "expected a page number") }
            self.page = page
            while !reader.isAtEnd {
                guard case .string(let name) = try reader.next() else {
                    throw PeriluneError("crm.odata", "expected a column name")
                }
                keys.append(
                    Key(
                        name: name, last: try Self.text(reader.next()),
                        first: try Self.text(reader.next())))
            }
        } catch {
            throw CRMFault(.odataExpression, "The $skiptoken is malformed: \(error.message).")
        }
    }

    private static func text(_ literal: ODataLiteral) throws(PeriluneError) -> String? {
        switch literal {
        case .null: return nil
        case .string(let text): return text
        default: throw PeriluneError("crm.odata", "the value of a column is not a string")
        }
    }

    /// The token as the value of an option in a URL.
    var encoded: String {
        func quoted(_ text: String) -> String {
            let doubled = text.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "''")
            return "'\(PercentEncoding.component(doubled))'"
        }
        var parts = [String(page)]
        for key in keys {
            parts.append(quoted(key.name))
            parts += [key.last, key.first].map { $0.map(quoted) ?? "null" }
        }
        return parts.joined(separator: ",")
    }

    /// The paging cookie of a query; `nil` if the token contains only the page number.
    var cookie: String? {
        guard !keys.isEmpty else { return nil }
        var xml = XMLWriter()
        xml.begin("cookie")
        xml.attribute("page", String(page - 1))
        for key in keys {
            xml.begin(key.name)
            for (name, value) in [("last", key.last), ("first", key.first)] {
                xml.attribute(value == nil ? name + "null" : name, value ?? "1")
            }
            xml.end()
        }
        xml.end()
        // A name that is not valid in XML can only come from a modified token: the page number is enough.
        return (try? xml.finish()).map { String(decoding: $0, as: UTF8.self) }
    }
}
