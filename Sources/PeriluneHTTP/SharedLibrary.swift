import CPeriluneLoading
import PeriluneCore

/// A library that is loaded when it is first needed.
///
/// Together, these libraries load forty others, which dominated the start-up time of commands that do not use them.
enum SharedLibrary: String {
    case curl = "libcurl"
    case gnutls = "GnuTLS"

    /// Loads the library once; none of its functions may be called before.
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

    /// The name of its Debian package.
    private var package: String {
        switch self {
        case .curl: "libcurl4"
        case .gnutls: "libgnutls30"
        }
    }
}
