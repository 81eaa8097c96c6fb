import Perilune
import PeriluneCore

/// Reports the state of a server to the service manager; does nothing without one.
struct ServiceReports: Sendable {
    private let notifier: ServiceNotifier?
    private let watchdog: Duration?
    /// The current intake, which a member of a cluster replaces with each version.
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

    /// Reports signs of life at half the required interval, as long as no worker hangs.
    ///
    /// A script cannot make a worker hang, because of its time limit.
    func watch() async {
        guard let notifier, let watchdog else { return }
        while !Task.isCancelled {
            await intake.host.waitForWorkers()
            notifier.alive(status)
            try? await Task.sleep(for: watchdog / 2)
        }
    }

    /// The status line in `systemctl status`.
    private var status: String {
        let numbers =
            "\(Counted(intake.scripts.count, "script")), \(Counted(intake.unfinished, "event")) waiting, \(intake.quarantined) in quarantine"
        let behind = intake.reloads.isBehind ? "; the last reload was rejected" : ""
        return "Listening on \(place): \(numbers)\(behind)"
    }
}
