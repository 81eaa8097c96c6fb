/// Delegates that set timers and have no function for them.
///
/// **What.** The file requires the module `timer`, and the delegate has no `onTimer`.
///
/// **Why.** The host calls `onTimer` when a timer is due, so it does not load the script.
///
/// **Example.**
/// ```lua
/// local timer = require "timer"
/// return { on = "order.placed", execute = function() timer.after("1h") end }
/// ```
package enum NoOnTimer: Rule {
    package static let code = "no-on-timer"
    package static let severity = Diagnostic.Severity.error

    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard case .table = script.delegate.shape, script.delegate.field("onTimer") == nil
        else { return [] }
        let requirement = script.tree.expressionIDs.first { script.requiredModule($0) == "timer" }
        guard let requirement else { return [] }
        return [
            script.finding(
                Self.self, at: script.tree[requirement].position,
                "the delegate has no 'onTimer', which the module 'timer' calls",
                hint: "add 'onTimer = function(name, commander) … end'")
        ]
    }
}
