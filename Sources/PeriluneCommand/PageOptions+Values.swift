import Arguments
import ChartsPlugin
import PeriluneHTTP

extension PageOptions {
    /// The options of commands that show dashboards in browsers.
    static let options: [Option] = [
        .value(
            "refresh", "SECONDS", accepts: .integer(1...86_400), default: "none",
            "Run the queries of dashboards again after this time, while a page is open."),
        .value(
            "user-header", "NAME", default: "none",
            "The header in which a proxy names the user of a dashboard. Scripts then say which rows the user may see (rowsFor). The proxy must remove this header from requests of clients, and clients must not reach the server without the proxy."
        ),
    ]

    init(_ values: Values, program: String) throws(UsageError) {
        self.init(
            userHeader: values.string("user-header"),
            refresh: values.integer("refresh").map { .seconds($0) })
        if let name = userHeader, !RequestHeaders.isValid(name, "") {
            throw UsageError(
                .invalidValue, "--user-header must be the name of a header, not '\(name)'",
                program: program)
        }
    }
}
