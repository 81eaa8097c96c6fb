public import PeriluneCore
import PeriluneLinks

extension Event {
    /// The event of a tap on a link.
    ///
    /// Its type is `link.drill` for a link with an `evt` parameter, `link.invalid` for a text that is no valid link, else
    /// `link.url`; edit links have the type of the link that they stand for. Its data is the `url`, the `view`, and for an
    /// invalid link the `reason`.
    ///
    /// - Parameters:
    ///   - url: The link, as it was tapped.
    ///   - id: Unique for its source; by default a number that follows from the link, so that the
    ///     same link gives the same record.
    ///   - source: Where it comes from; events of one source stay in order.
    ///   - time: When it happened, RFC 3339.
    ///   - view: The view that the tap came from.
    /// - Returns: The event.
    public static func link(
        _ url: String, id: String? = nil, source: String = "perilune", time: String? = nil,
        view: String? = nil
    ) -> Event {
        var data = Value.Members([("url", .string(url))])
        if let view { data["view"] = .string(view) }
        var kind = LinkKind.invalid
        do throws(PeriluneError) {
            kind = LinkKind(ofLink: try EditLinks.followed(url)?.link.raw ?? url)
            if let problem = LinkReading.problem(of: url.utf8.span) {
                data["reason"] = .string(problem.description)
            }
        } catch {
            data["reason"] = .string(error.message)
        }
        return Event(
            id: id ?? hash(url), source: source,
            type: kind.rawValue, time: time,
            data: .object(data))
    }

    /// 16 hexadecimal digits.
    private static func hash(_ text: String) -> String {
        let digits = String(FNV1a(text).value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
