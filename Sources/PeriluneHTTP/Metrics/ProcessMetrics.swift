import Glibc

/// The standard metrics of a process in Prometheus.
extension Metrics {
    /// Exports the processor time, memory and open files of this process.
    package func showProcess() {
        total("process_cpu_seconds_total", help: "Processor time, user and system, in seconds.") {
            ProcessReading.cpuSeconds
        }
        gauge("process_resident_memory_bytes", help: "Resident memory in bytes.") {
            ProcessReading.residentBytes
        }
        gauge("process_open_fds", help: "Open file descriptors.") { ProcessReading.openFiles }
        gauge("process_max_fds", help: "The limit of open file descriptors.") {
            ProcessReading.openFileLimit
        }
        let start = ProcessReading.startSeconds
        gauge(
            "process_start_time_seconds", help: "When the process started, in seconds since 1970."
        ) { start }
    }
}

/// Values that Linux reports about this process; NaN if they are not available.
enum ProcessReading {
    static var cpuSeconds: Double {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return .nan }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    /// The resident memory, from the second number of `/proc/self/statm`, in pages.
    static var residentBytes: Double {
        guard let text = text(of: "/proc/self/statm"),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    static var openFiles: Double { DescriptorLimit.openDescriptors().map(Double.init) ?? .nan }

    static var openFileLimit: Double {
        guard let limit = DescriptorLimit.current()?.rlim_cur else { return .nan }
        return limit == .max ? .infinity : Double(limit)
    }

    /// The start time, from the 22nd number of `/proc/self/stat`, in ticks since the machine started.
    static var startSeconds: Double {
        guard let stat = text(of: "/proc/self/stat"), let name = stat.lastIndex(of: ")"),
            let ticks = stat[stat.index(after: name)...].split(separator: " ").dropFirst(19).first
                .flatMap({ Double($0) }),
            let boot = text(of: "/proc/stat")?.split(separator: "\n")
                .first(where: { $0.hasPrefix("btime ") })?.dropFirst(6)
        else { return .nan }
        return (Double(boot) ?? .nan) + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The content of a file in `/proc`, whose size is not known before reading it.
    private static func text(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < 1 << 20 {
            let count = read(descriptor, &part, part.count)
            if count <= 0 { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
