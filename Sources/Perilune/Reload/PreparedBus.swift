internal import PeriluneCore
internal import PeriluneLua

/// A new bus for a worker, before the worker uses it.
///
/// Unchecked: one thread creates it and passes it on; the delegates that it shares with the previous bus are not used
/// meanwhile.
struct PreparedBus: @unchecked Sendable {
    let bus: Bus
    let order: EventOrder
    /// The instances of the delegates, in the order of the registry.
    let delegateInstances: DelegateInstances
    /// The scripts that set timers.
    let timers: [String]

    /// Creates new delegates, and keeps those that have not changed, with their state.
    init(
        _ assembly: Assembly, _ context: WorkerContext, after previous: DelegateInstances?
    ) throws(PeriluneError) {
        // Folder plugins may have changed since the start.
        var context = context
        context.modules = assembly.registry.modules
        let instances = DelegateInstances()
        var registry = assembly.registry
        var delegates = registry.delegates
        for (index, part) in assembly.parts.enumerated() {
            let make = delegates[index].make
            if let previous, let old = part.previous.flatMap({ previous.byIndex[$0] }) {
                instances.byIndex[index] = old
                delegates[index].make = { (context) throws(PeriluneError) in
                    guard let instance = instances.byIndex[index] else { return try make(context) }
                    return instance
                }
            } else {
                delegates[index].make = { (context) throws(PeriluneError) in
                    let instance = try make(context)
                    instances.byIndex[index] = instance
                    return instance
                }
            }
        }
        registry.replace(delegates: delegates)
        do throws(PeriluneError) {
            bus = try Bus(registry, context: context)
        } catch {
            // The bus only knows the name of the script.
            let script = assembly.scripts.first { $0.name == error.place.file }
            var error = error
            if let script { error.place.file = script.path }
            throw script?.locating(error) ?? error
        }
        order = assembly.order
        timers = registry.scriptsWithTimers
        self.delegateInstances = instances
    }
}

/// The delegates of one worker's bus, by their index in the registry.
///
/// Unchecked: it is filled while the bus is created, and only passed on afterwards.
final class DelegateInstances: @unchecked Sendable {
    fileprivate(set) var byIndex: [Int: any EventDelegate] = [:]
}
