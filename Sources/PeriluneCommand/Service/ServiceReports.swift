import Perilune
import PeriluneCore

/// What a server reports to the service manager that started it; nothing without one.
struct ServiceReports: Sendable {
    private let notifier: ServiceNotifier?
    private let watchdog: Duration?
    /// Another one after a member of a cluster has taken another version.
    private let current: @Sendable () -> Intake
    private let place: String

    init(
        _ environment: ServiceEnvironment, _ intake: @autoclosure @escaping @Sendable () -> Intake,
        listeningOn place: String, _ terminal: Terminal
    ) {
        notifier = ServiceNotifier(environment.notifySocket) { terminal.info("warning: \($0)\n") }
        watchdog = environment.watchdog
        current = intake
        self.place = place
    }

    private var intake: Intake { current() }

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
