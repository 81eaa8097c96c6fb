/// Delegates that set timers and have no function for them.
///
/// **What.** The file requires the module `timer`, or `join` or `window`, which set timers, and the delegate has no
/// `onTimer`.
///
/// **Why.** The host calls `onTimer` when a timer is due, so it does not load the script.
///
/// **Example.**
/// ```lua
/// local timer = require "timer"
/// return { on = "order.placed", execute = function() timer.after("1h") end }
/// ```
package enum MissingOnTimer: Rule {
    package static let code = "no-on-timer"
    package static let severity = Diagnostic.Severity.error

    private static let modules: Set = ["join", "timer", "window"]

    /// Reports the first `require` of such a module.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard case .table = script.delegate.shape, script.delegate.field("onTimer") == nil
        else { return [] }
        for id in script.tree.expressionIDs {
            guard let module = script.requiredModule(id), modules.contains(module) else { continue }
            return [
                script.finding(
                    Self.self, at: script.tree[id].position,
                    "the delegate has no 'onTimer', which the module '\(module)' calls",
                    hint: "add 'onTimer = function(name, commander, event) … end'")
            ]
        }
        return []
    }
}
