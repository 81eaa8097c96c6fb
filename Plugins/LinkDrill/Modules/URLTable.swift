import PeriluneCore
import PeriluneLinks

/// A URL as a table of a script, and the URLs that the module `url` writes.
///
/// What a URL does not have is `nil` there.
enum URLTable {
    static func value(of text: String) throws(PeriluneError) -> Value {
        let link = try link(text)
        var table = Value.Members()
        func set(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { table[name] = .string(text) }
        }
        if let url = link.url {
            table["href"] = .string(url.href)
            set("origin", url.origin == "null" ? nil : url.origin)
            table["scheme"] = .string(url.scheme)
            set("username", url.username)
            set("password", url.password)
            set("host", url.host)
            if let port = url.port { table["port"] = .integer(Int64(port)) }
            table["path"] = .string(url.path)
            if let query = url.query { table["query"] = .string(query) }
            if let fragment = url.fragment { table["fragment"] = .string(fragment) }
        } else {
            set("href", link.canonical)
            set("scheme", link.scheme)
            set("host", link.host)
            if let port = link.port { table["port"] = .integer(Int64(port)) }
            table["path"] = .string(link.path)
            if let query = link.query { table["query"] = .string(query) }
            if let fragment = link.fragment { table["fragment"] = .string(fragment) }
        }
        let parameters = ParameterTables(link)
        table["parameters"] = .object(parameters.first)
        table["all"] = .object(parameters.all)
        return .object(table)
    }

    /// A valid link.
    static func link(_ text: String) throws(PeriluneError) -> Link {
        let link = try Link(text)
        if let problem = link.problem { throw failure(problem, of: text) }
        return link
    }

    /// Resolves a reference against the URL of its page.
    static func resolve(_ reference: String, base: String) throws(PeriluneError) -> String {
        let base = try link(base)
        if let link = try? Link(reference), link.problem == nil, link.isMobile {
            return link.canonical ?? reference
        }
        guard let url = base.url else {
            throw PeriluneError(
                "url.base", "the base must be an absolute URL",
                hint: "write the URL of the page, such as https://example.com/reports/")
        }
        do throws(LinkProblem) {
            return try WebURL(reference, base: url).href
        } catch {
            throw failure(error, of: reference)
        }
    }

    /// The canonical spelling of an absolute URL.
    static func normalize(_ text: String) throws(PeriluneError) -> String {
        let link = try link(text)
        guard link.scheme != nil, let canonical = link.canonical else {
            throw failure(.relativeWithoutBase, of: text)
        }
        return canonical
    }

    private static func failure(_ problem: LinkProblem, of text: String) -> PeriluneError {
        PeriluneError(
            "url.invalid", "invalid URL: \(problem)", at: .init(sourceLine: text),
            hint: problem == .relativeWithoutBase
                ? "write an absolute URL, or url.resolve(base, reference)"
                : "a browser does not open it")
    }
}
