import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

/// Takes new versions of the scripts while a server runs.
struct ServedScripts: Sendable {
    private let intake: Intake
    private let triggers: ReloadTriggers
    private let notes: ReloadNotes
    /// A log whose last events a new version is tried on, and how many of them.
    private let trial: (log: String, count: Int)?

    init(_ intake: Intake, _ values: Values, _ terminal: Terminal) throws(PeriluneError) {
        self.intake = intake
        notes = ReloadNotes(terminal: terminal)
        trial = values.string("shadow-log").map { ($0, values.integer("shadow") ?? 1000) }
        if values.flag("watch") {
            triggers = try ReloadTriggers(watching: { intake.host.watchedFiles })
        } else {
            triggers = try ReloadTriggers(watching: nil)
        }
    }

    /// Goes on until somebody stops it.
    func follow() async {
        for await trigger in triggers.stream {
            // What became of it has been told.
            _ = try? await reload(trigger)
        }
    }

    /// Takes new versions now.
    @discardableResult
    func reload(_ trigger: ReloadTriggers.Trigger) async throws(PeriluneError) -> Reload {
        defer { triggers.refresh() }
        do throws(PeriluneError) {
            var events: [[UInt8]]?
            if let trial { events = try RecordedEvents.last(trial.count, of: trial.log) }
            let reload = try await intake.reload(checks: [], shadow: events)
            notes.tell(reload, trigger)
            return reload
        } catch {
            notes.tell(error)
            throw error
        }
    }

    func stop() { triggers.stop() }
}
