import CPeriluneLoading
import PeriluneCore

/// A library that is loaded when it is first needed.
///
/// Together they bring forty others, which took most of the start-up of commands that use none.
enum SharedLibrary: String {
    case curl = "libcurl"
    case gnutls = "GnuTLS"

    /// Loads it, once; before that none of its functions may be called.
    func load() throws(PeriluneError) {
        let problem =
            switch self {
            case .curl: perilune_load_curl()
            case .gnutls: perilune_load_gnutls()
            }
        guard let problem else { return }
        throw PeriluneError(
            "http.library", "cannot load \(rawValue): \(String(cString: problem))",
            hint: "install the package \(package)")
    }

    /// What Debian calls it.
    private var package: String {
        switch self {
        case .curl: "libcurl4"
        case .gnutls: "libgnutls30"
        }
    }
}
