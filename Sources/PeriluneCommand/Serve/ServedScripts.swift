import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

/// Reloads the scripts of a running server.
struct ServedScripts: Sendable {
    private let intake: Intake
    private let scripts: RunningScripts
    private let triggers: ReloadTriggers
    private let notes: ReloadNotes
    private let reports: ServiceReports
    private let settings: ServedSettings
    private let audit: AuditTrail?

    init(
        _ intake: Intake, _ settings: ServedSettings, _ values: Values, _ reports: ServiceReports,
        _ audit: AuditTrail?, _ terminal: Terminal
    ) throws(PeriluneError) {
        self.intake = intake
        self.audit = audit
        self.reports = reports
        self.settings = settings
        let scripts = RunningScripts(values, serveAction.command)
        self.scripts = scripts
        notes = ReloadNotes(terminal: terminal)
        if values.flag("watch") {
            triggers = try ReloadTriggers { intake.host.watchedFiles + scripts.watched }
        } else {
            triggers = try ReloadTriggers(watching: nil)
        }
    }

    /// Runs until the server stops.
    func follow() async {
        for await _ in triggers.stream {
            guard let trigger = triggers.drain() else { continue }
            // The result was already printed.
            _ = try? await reload(trigger)
        }
    }

    func stop() { triggers.stop() }

    /// Warns about failing tests of the scripts with which the server started.
    func warnOfFailingTests() async {
        do throws(PeriluneError) {
            try await VersionTests.run(intake.scripts, scripts.values, intake.host)
        } catch {
            if !Task.isCancelled { notes.warn(error, "warning") }
        }
    }

    /// Reloads the scripts; on request, also reopens outputs that were renamed.
    @discardableResult
    func reload(_ trigger: ReloadTriggers.Trigger) async throws(PeriluneError) -> Reload {
        let asked = trigger == .signal
        if asked {
            reports.reloading()
            await reopenOutputs()
        }
        defer {
            triggers.refresh()
            if asked { reports.ready() }
        }
        var request = scripts.request(intake.host, asked: asked)
        let values = scripts.values
        if let log = values.string("shadow-log") {
            do throws(PeriluneError) {
                request.shadow = try RecordedEvents.last(values.integer("shadow") ?? 1000, of: log)
            } catch {
                notes.warn(error, "reload rejected; keeping the current version")
                throw error
            }
        }
        if asked {
            request.folderPlugins = { () throws(PeriluneError) in
                try PluginOptions.folders(scripts.values, notes.terminal)
            }
        }
        let outcome = await intake.attempt(request)
        notes.report(outcome, restartNeeds(asked: asked), asked: asked)
        record(outcome.result)
        if asked { settings.reread(scripts.values, notes) }
        return try outcome.result.get()
    }

    private func record(_ result: Result<Reload, PeriluneError>) {
        switch result {
        case .success(let reload) where reload.isUnchanged: break
        case .success(let reload):
            audit?.record(.reload, reload.description, scripts: intake.scripts)
        case .failure(let error): audit?.record(.rejected, Redaction.redact("\(error)"))
        }
    }

    /// The changes of the configuration that this reload does not apply.
    private func restartNeeds(asked: Bool) -> [RestartNeed] {
        scripts.restartNeeds().compactMap { need in
            guard ["plugins.crm", "plugins.folders"].contains(need.name) else { return need }
            // For a signal, they were already reported when the settings were reread.
            if asked { return nil }
            var need = need
            need.remedy = "send SIGHUP"
            return need
        }
    }

    /// Reopens outputs, for log rotation that renames them and sends SIGHUP.
    private func reopenOutputs() async {
        do throws(PeriluneError) {
            for path in try await intake.reopenOutputs() { notes.info("reopened \(path)") }
        } catch {
            notes.warn(error, "cannot reopen an output")
        }
    }
}
