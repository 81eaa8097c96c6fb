import Glibc
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneLua

/// An append-only file with the changes of a server.
///
/// Entries are its start and stop, reloads with the versions and grants of its scripts, and changes of its store by
/// clients of the control socket. The file is opened for each entry, so that it can be renamed at any time. It
/// contains no data of events.
struct AuditTrail: Sendable {
    /// The kind of an entry.
    enum Action: String {
        case start, stop, reload, reread, control
        case rejected = "reload-rejected"
    }

    private let path: String
    private let report: @Sendable (PeriluneError) -> Void

    /// - Throws: An error such as `output.permission` or `output.create` if the file cannot be written.
    init(
        _ path: String, report: @escaping @Sendable (PeriluneError) -> Void
    ) throws(PeriluneError) {
        self.path = path
        self.report = report
        try append([])
    }

    /// Appends an entry; if this fails, the error is reported and the server continues.
    func record(_ action: Action, _ message: String, scripts: [Script]? = nil) {
        var members: [(String, Value)] = [
            ("time", .string(Timestamp.now.description)), ("action", .string(action.rawValue)),
            ("message", .string(message)),
        ]
        if let scripts { members.append(("scripts", .array(scripts.map(Self.value)))) }
        let entry = Value.object(.init(members))
        do throws(PeriluneError) {
            try append(Array((entry.json + "\n").utf8))
        } catch {
            report(error)
        }
    }

    /// A script for an entry: `{"script":"orders.lua","version":"…","grants":{"crm":["dev"]}}`.
    ///
    /// The grants are `"all"` without a configuration.
    private static func value(_ script: Script) -> Value {
        let grants = script.grants.granted.map { granted in
            Value.object(
                .init(
                    granted.sorted { $0.key < $1.key }.map { name, scopes in
                        (name, scopes.isEmpty ? true : .array(scopes.map { .string($0) }))
                    }))
        }
        return [
            "script": .string(script.name),
            "version": (try? script.version).map { .string($0) } ?? .null,
            "grants": grants ?? "all",
        ]
    }

    private func append(_ bytes: [UInt8]) throws(PeriluneError) {
        // Opening a pipe without a reader must not block the server.
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let file = unsafe open(path, flags, 0o600)
        guard file >= 0 else { throw openError(errno, output: path) }
        defer { close(file) }
        guard writeAll(bytes, to: file) else { throw writeError(errno, output: path) }
    }
}
