import CPeriluneLoading
import Glibc
import PeriluneCore

/// Checks of resources that are loaded on demand: shared libraries, fonts, certificates.
enum LibraryChecks {
    static var findings: [Finding] { libraries + [fonts, certificates] }

    private static var libraries: [Finding] {
        var findings: [Finding] = []
        while let library = unsafe perilune_library_at(findings.count) {
            unsafe findings.append(finding(library))
        }
        return findings
    }

    private static func finding(_ library: UnsafePointer<perilune_library>) -> Finding {
        let name = unsafe text(library.pointee.name)
        if let problem = unsafe library.pointee.load().map({ unsafe text($0) }) {
            let users = unsafe text(library.pointee.users)
            let package = unsafe text(library.pointee.package)
            return Finding(
                "library", unsafe library.pointee.is_required ? .problem : .warning,
                "\(name): \(problem); needed for \(users)", hint: "apt-get install \(package)")
        }
        // Some libraries report more than a number: "libcurl/7.88.1 OpenSSL/3.0.15", "1.0.8, 13-Jul-2019".
        let said = unsafe perilune_library_version(library).map { unsafe text($0) } ?? ""
        let number = said.split { $0 == " " || $0 == "," }.first?.split(separator: "/").last
        let path = unsafe perilune_library_path(library).map { unsafe text($0) } ?? "loaded"
        return Finding("library", .ok, "\(name)\(number.map { " \($0)" } ?? ""), \(path)")
    }

    private static var fonts: Finding {
        let count = perilune_font_count()
        guard count > 0 else {
            return Finding(
                "fonts", .warning,
                count == 0
                    ? "no fonts: charts cannot be drawn"
                    : "Fontconfig cannot be loaded",
                hint: "apt-get install fontconfig-config fonts-inter fonts-dejavu-core")
        }
        return Finding("fonts", .ok, "\(Counted(Int(count), "font"))")
    }

    /// The file with the certificate authorities that Debian's libcurl trusts.
    private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

    private static var certificates: Finding {
        var status = stat()
        guard unsafe stat(authorities, &status) == 0, status.st_size > 0 else {
            return Finding(
                "certificates", .warning,
                "\(authorities) is missing: no certificate of an HTTPS server is trusted",
                hint: "apt-get install ca-certificates")
        }
        return Finding("certificates", .ok, authorities)
    }

    private static func text(_ characters: UnsafePointer<CChar>) -> String {
        unsafe String(cString: characters)
    }
}
