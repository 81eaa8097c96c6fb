package import Arguments
import ChartsPlugin
import PeriluneHTTP

extension ChartsOptions {
    /// The options of commands that show dashboards in browsers.
    package static let pages: [Option] = [
        .value(
            "refresh", "SECONDS", accepts: .integer(1...86_400), default: "none",
            "Run the queries of dashboards again when the rows are this old: at once for open pages, otherwise at the next request."
        ),
        .value(
            "user-header", "NAME", default: "none",
            "The header in which a proxy names the user of a dashboard. Scripts then say which rows the user may see (rowsFor). The proxy must remove this header from requests of clients, and clients must not reach the server without the proxy."
        ),
    ]

    /// Checks the values of ``pages``.
    package static func checkPages(_ values: Values, program: String) throws(UsageError) {
        guard let name = values.string("user-header"), !RequestHeaders.isValid(name, "") else {
            return
        }
        throw UsageError(
            .invalidValue, "--user-header must be the name of a header, not '\(name)'",
            program: program)
    }

    /// The options of pages in the command line.
    static func pageOptions(_ values: Values) -> PageOptions {
        // Commands without a server have dashboards, too.
        guard pages.allSatisfy({ values.declares($0.name) }) else { return PageOptions() }
        return PageOptions(
            userHeader: values.string("user-header"),
            refresh: values.integer("refresh").map { .seconds($0) })
    }
}
