import CPeriluneLoading
import Glibc
import PeriluneCore

/// Checks of the machine: versions, open files, the clock.
enum MachineChecks {
    static var findings: [Finding] { [versions, descriptors, clock] }

    private static var versions: Finding {
        let glibc = unsafe perilune_glibc_version().map { unsafe String(cString: $0) } ?? "unknown"
        return Finding("version", .ok, "perilune \(version), glibc \(glibc), \(architecture)")
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "another processor than x86_64 and arm64"
        #endif
    }

    /// The number of descriptors that `serve` needs, for 4000 connections and for files.
    private static let needed: UInt = 4400

    private static var descriptors: Finding {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0
        else {
            return Finding(
                "files", .warning, "the limit of open files is unknown: \(systemMessage(errno))")
        }
        func text(_ value: UInt) -> String { value == .max ? "unlimited" : "\(value)" }
        let numbers = "\(text(limit.rlim_cur)) open files (at most \(text(limit.rlim_max)))"
        // `serve` raises the soft limit to the hard limit.
        guard limit.rlim_max < needed else { return Finding("files", .ok, numbers) }
        return Finding(
            "files", .warning, "\(numbers); serve needs \(needed) for 4000 connections",
            hint: "ulimit -n 8192; in a systemd unit LimitNOFILE=8192")
    }

    private static var clock: Finding {
        let now = Timestamp(microseconds: Int64(time(nil)) * 1_000_000).description
        // A clock before the first release, or 30 years later, is wrong.
        guard now > "2026-01-01", now < "2056-01-01" else {
            return Finding(
                "clock", .problem, "the clock says \(now): certificates and tokens are refused",
                hint: "set the time: timedatectl set-ntp true")
        }
        return Finding("clock", .ok, now)
    }
}
