import Glibc
import PeriluneCore

/// The limit of files and sockets that the process may have open.
package enum DescriptorLimit {
    /// Descriptors for files, stores and calls of the process itself.
    private static let reserve = 64
    /// The minimum number of connections; with fewer, the server does not start.
    private static let fewest = 32

    /// Raises the soft limit to the hard limit, which needs no privilege.
    ///
    /// The soft limit is low by default, for programs that use `select`.
    package static func raise() {
        guard var limit = current(), limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The number of connections that a server may have, given the files that are open.
    static func fit(connections: Int) throws(PeriluneError) -> Int {
        guard let limit = current(), let open = openDescriptors() else { return connections }
        let most = Int(clamping: limit.rlim_cur)
        let free = most - open - reserve
        if free >= connections + ConnectionTable.mostLeaving(limit: connections) {
            return connections
        }
        // A fifth is reserved for connections that were replaced and are not yet closed.
        let fitting = min(connections, free * 4 / 5)
        guard fitting >= min(connections, fewest) else {
            let needed = open + reserve + fewest * 5 / 4
            throw PeriluneError(
                .httpListen,
                "the limit of \(most) open files leaves too few for connections",
                hint:
                    "raise the limit to \(needed) or more: ulimit -n 4096, or LimitNOFILE=4096 in a systemd unit"
            )
        }
        return fitting
    }

    static func current() -> rlimit? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        return limit
    }

    /// Files and sockets that the process has open.
    static func openDescriptors() -> Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Not counted: `.`, `..`, and the descriptor of the folder itself.
        return max(0, count - 3)
    }
}
