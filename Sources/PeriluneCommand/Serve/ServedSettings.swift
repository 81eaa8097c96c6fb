import Arguments
import Perilune
import PeriluneCore
import PeriluneHTTP

/// The certificate, the token and the CRM connections of a running server, which SIGHUP rereads.
struct ServedSettings: Sendable {
    private let intake: Intake
    private let servers: [HTTPServer]
    private let certificate: HTTPServerOptions.Certificate?
    private let tokenFile: String?
    private let startFiles: StartFiles
    private let audit: AuditTrail?

    private enum Part: String, CaseIterable { case certificate, token, crm = "CRM connections" }

    init(
        _ intake: Intake, _ servers: [HTTPServer], _ options: ServeOptions, _ values: Values,
        _ audit: AuditTrail?
    ) {
        self.intake = intake
        self.audit = audit
        self.servers = servers
        certificate = options.server.certificate
        tokenFile = options.tokenFile
        startFiles = StartFiles(values)
        for what in Part.allCases { intake.countRereadFailures(of: what.rawValue, 0) }
    }

    /// Rereads them, and prints what has changed, what has not and what needs a restart.
    ///
    /// What cannot be read is kept, with an error that names the file.
    func reread(_ values: Values, _ notes: ReloadNotes) {
        var unchanged: [String] = []
        if let certificate {
            reread(.certificate, certificate.file, notes, &unchanged) {
                () throws(PeriluneError) in
                var hasChanged = false
                for server in servers where try server.rereadCertificate() { hasChanged = true }
                return hasChanged ? "new connections use it" : nil
            }
        }
        if let tokenFile {
            reread(.token, tokenFile, notes, &unchanged) { () throws(PeriluneError) in
                intake.replaceToken(try ServeOptions.token(tokenFile))
                    ? "senders must send the new token" : nil
            }
        }
        if CommandPlugins.hasConnections(intake.host.plugins, values) {
            let name = values.string("crm") ?? "plugins.crm"
            reread(.crm, name, notes, &unchanged) { () throws(PeriluneError) in
                let rereading = try CommandPlugins.rereadConnections(intake.host.plugins, values)
                for organization in rereading.needsRestart {
                    notes.info(
                        "warning: \(name): organization '\(organization)' has changed; restart to apply it"
                    )
                }
                if rereading.changed.isEmpty { return rereading.needsRestart.isEmpty ? nil : "" }
                return "changed: \(rereading.changed.joined(separator: ", "))"
            }
        }
        for file in startFiles.takeChanged() {
            notes.info("warning: \(file) has changed; restart to apply it")
        }
        guard !unchanged.isEmpty else { return }
        notes.info("unchanged: \(unchanged.joined(separator: ", "))")
    }

    /// Rereads one of them; `body` returns the change, `nil` if there is none, or an empty text if it was already
    /// printed.
    private func reread(
        _ part: Part, _ file: String, _ notes: ReloadNotes, _ unchanged: inout [String],
        _ body: () throws(PeriluneError) -> String?
    ) {
        do throws(PeriluneError) {
            guard let change = try body() else {
                return unchanged.append("\(part.rawValue) (\(file))")
            }
            guard !change.isEmpty else { return }
            notes.info("reread \(part.rawValue) (\(file)); \(change)")
            audit?.record(.reread, "\(part.rawValue) (\(file)); \(change)")
        } catch {
            intake.countRereadFailures(of: part.rawValue, 1)
            notes.warn(error, "cannot reread \(part.rawValue); keeping what is in use")
        }
    }
}
