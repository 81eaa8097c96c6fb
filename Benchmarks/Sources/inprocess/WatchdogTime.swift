internal import Glibc

/// The processor time of the thread that watches the budgets.
///
/// A limit of zero leaves that thread running, for it serves all scripts of a process. So a comparison
/// of "on" with "off" takes its time off the latter.
struct WatchdogTime {
    private let path: String

    /// Finds the thread by what it blocks: all signals, even those of its own faults.
    ///
    /// Threads of a pool block many, but not those. `nil` where there is none.
    init?() {
        guard let folder = unsafe opendir("/proc/self/task") else { return nil }
        defer { unsafe closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let thread = "/proc/self/task/\(name)"
            if Self.blocksFaults(Self.text(of: "\(thread)/status")) {
                path = "\(thread)/schedstat"
                return
            }
        }
        return nil
    }

    /// Nanoseconds so far.
    var used: Double {
        Self.text(of: path).split(separator: " ").first.flatMap { Double($0) } ?? 0
    }

    private static func blocksFaults(_ status: String) -> Bool {
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? ""
        let mask = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask & (1 << UInt64(SIGSEGV - 1)) != 0
    }

    private static func text(of path: String) -> String {
        let file = unsafe open(path, O_RDONLY)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return unsafe String(unsafeUninitializedCapacity: 4096) { bytes in
            unsafe max(0, read(file, bytes.baseAddress, bytes.count))
        }
    }
}
