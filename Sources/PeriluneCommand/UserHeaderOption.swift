import Arguments
import PeriluneCore
import PeriluneHTTP

/// The option of commands that show dashboards in browsers.
enum UserHeaderOption {
    static let option: Option = .value(
        "user-header", "NAME", default: "none",
        "The header in which a proxy names the user of a dashboard. Scripts then say which rows the user may see (rowsFor). The proxy must remove this header from requests of clients, which must not reach the server without it."
    )

    /// The name of the header; `nil` if none is given.
    static func value(_ values: Values, program: String) throws(UsageError) -> String? {
        guard let name = values.string("user-header") else { return nil }
        guard RequestHeaders.isValid(name, "") else {
            throw UsageError(
                .invalidValue, "--user-header must be the name of a header, not '\(name)'",
                program: program)
        }
        return name
    }
}
