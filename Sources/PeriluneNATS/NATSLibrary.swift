import CNATS
import CPeriluneLoading
package import PeriluneCore

/// libnats, which is loaded when it is first needed.
package enum NATSLibrary {
    /// Loads the library once; none of its functions may be called before.
    ///
    /// - Throws: `nats.library`, which names the package that provides it.
    package static func load() throws(PeriluneError) {
        guard let problem = perilune_load_nats() else { return }
        throw PeriluneError(
            "nats.library", "cannot load libnats: \(String(cString: problem))",
            hint: "install the package libnats3.4")
    }
}

/// A failure reported by libnats.
struct NATSFailure {
    let status: natsStatus
    private let detail: String

    /// Reads the error of the last call of this thread.
    init(_ status: natsStatus) {
        self.status = status
        let text = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
        // Without the place in libnats: (conn.c:1905): Authorization Violation
        let end = text.hasPrefix("(") ? text.firstRange(of: "): ")?.upperBound : nil
        let said = text[(end ?? text.startIndex)...]
        detail = said.isEmpty ? String(cString: natsStatus_GetText(status)) : String(said)
    }

    /// The failure as an error.
    func error(_ code: PeriluneError.Code, _ message: String, hint: String? = nil) -> PeriluneError
    {
        PeriluneError(code, "\(message): \(Redaction.redact(detail))", hint: hint)
    }
}
