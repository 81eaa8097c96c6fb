import Arguments
import Glibc
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneStore

/// Checks of the addresses of `perilune serve`, and of the service manager.
enum ServerChecks {
    static func findings(_ values: Values) throws -> [Finding] {
        let environment: ServiceEnvironment
        do throws(PeriluneError) {
            environment = try .readAndClear()
        } catch {
            return [Finding("listen", error)]
        }
        return [try address(values, environment), service(environment)]
    }

    private static func address(
        _ values: Values, _ environment: ServiceEnvironment
    ) throws -> Finding {
        let inherited = environment.sockets.map(\.name)
        if !inherited.isEmpty {
            return Finding(
                "listen", .ok,
                "\(inherited.joined(separator: ", ")), inherited from the service manager")
        }
        let named = values.string("listen")
        let (address, port) = try ListenOptions.address(
            named ?? "127.0.0.1:8080", program: "perilune doctor")
        do throws(PeriluneError) {
            try HTTPServer.checkAddress(address, port: port)
            return Finding("listen", .ok, "\(address) port \(port) is free")
        } catch {
            if StoreLock.isTaken(store: values.string("store") ?? "perilune.db") {
                return Finding(
                    "listen", .ok,
                    "\(address) port \(port) is in use, and a server runs with this store")
            }
            var error = error
            error.hint =
                error.hint ?? "another program listens there; choose another port with --listen"
            // No server may be wanted at the default address.
            return Finding("listen", error, named == nil ? .warning : .problem)
        }
    }

    private static func service(_ environment: ServiceEnvironment) -> Finding {
        var parts: [String] = []
        if let socket = environment.notifySocket { parts.append("reports to \(socket)") }
        if let watchdog = environment.watchdog {
            parts.append("must report to the watchdog every \(watchdog.components.seconds) s")
        }
        if let folder = environment.credentials {
            let names = TextFile.names(in: folder).sorted().joined(separator: ", ")
            parts.append("credentials: \(names.isEmpty ? "none" : names)")
        }
        return parts.isEmpty
            ? Finding("service", .note, "no service manager started this process")
            : Finding("service", .ok, parts.joined(separator: ", "))
    }
}
