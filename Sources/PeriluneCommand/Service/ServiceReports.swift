import Perilune
import PeriluneCore

/// What a server reports to the service manager that started it; nothing where nobody did.
struct ServiceReports: Sendable {
    private let notifier: ServiceNotifier?
    private let watchdog: Duration?
    private let intake: Intake
    private let place: String

    init(
        _ environment: ServiceEnvironment, _ intake: Intake, listeningOn place: String,
        _ terminal: Terminal
    ) {
        notifier = ServiceNotifier(environment.notifySocket) { terminal.note("warning: \($0)\n") }
        watchdog = environment.watchdog
        self.intake = intake
        self.place = place
    }

    func ready() { notifier?.ready(status) }

    func reloading() { notifier?.reloading() }

    func stopping() {
        notifier?.stopping("Stopping; \(Counted(intake.unfinished, "event")) to decide")
    }

    /// Reports a sign of life, twice in the time that the manager allows, as long as no worker hangs.
    ///
    /// A script cannot make one hang: it has a time limit.
    func watch() async {
        guard let notifier, let watchdog else { return }
        while !Task.isCancelled {
            await intake.host.waitForWorkers()
            notifier.alive(status)
            try? await Task.sleep(for: watchdog / 2)
        }
    }

    /// What `systemctl status` shows.
    private var status: String {
        let numbers =
            "\(Counted(intake.scripts.count, "script")), \(Counted(intake.unfinished, "event")) waiting, \(intake.quarantined) in quarantine"
        let behind = intake.reloads.isBehind ? "; the last reload was rejected" : ""
        return "Listening on \(place): \(numbers)\(behind)"
    }
}
