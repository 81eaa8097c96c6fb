internal import CPeriluneLua
package import PeriluneCore

/// What tests do to a script's state from outside.
package enum LuaTesting {
    /// Lets the `nth` allocation from now on fail; 0 for none.
    ///
    /// Answers how many were still to come before the one that was to fail: more than 0 means that it never
    /// came.
    @discardableResult
    package static func failAllocation(_ nth: Int, of delegate: any EventDelegate) -> Int {
        guard let delegate = delegate as? LuaDelegate else { return 0 }
        return cpl_fail_allocation(delegate.state.handle, nth)
    }

    /// The same for a prompt.
    @discardableResult
    package static func failAllocation(_ nth: Int, of prompt: LuaPrompt) -> Int {
        cpl_fail_allocation(prompt.state.handle, nth)
    }

    /// The same for the state that this thread makes next.
    @discardableResult
    package static func failAllocationOfNextState(_ nth: Int) -> Int {
        cpl_fail_allocation(nil, nth)
    }

    /// Gives the script the function `load`.
    package static func addLoad(to delegate: any EventDelegate) -> Bool {
        guard let delegate = delegate as? LuaDelegate else { return false }
        return cpl_add_load(delegate.state.handle) == CPL_OK
    }

    /// Bytes that the state holds.
    package static func memoryUsed(by delegate: any EventDelegate) -> Int {
        (delegate as? LuaDelegate)?.memoryUsed ?? 0
    }
}
