internal import CPeriluneLua
package import PeriluneCore

/// Manipulates Lua states in tests.
package enum LuaTesting {
    /// Makes the `nth` allocation from now on fail; 0 for none.
    ///
    /// - Returns: The number of allocations that remained until the failure that was requested before; 0 if it
    ///   occurred.
    @discardableResult
    package static func failAllocation(_ nth: Int, of delegate: any EventDelegate) -> Int {
        guard let delegate = delegate as? LuaDelegate else { return 0 }
        return cpl_fail_allocation(delegate.state.handle, nth)
    }

    /// Makes the `nth` allocation of a prompt fail; see ``failAllocation(_:of:)-(_,EventDelegate)``.
    @discardableResult
    package static func failAllocation(_ nth: Int, of prompt: LuaPrompt) -> Int {
        cpl_fail_allocation(prompt.state.handle, nth)
    }

    /// Makes the `nth` allocation of the next state that this thread creates fail.
    @discardableResult
    package static func failAllocationOfNextState(_ nth: Int) -> Int {
        cpl_fail_allocation(nil, nth)
    }

    /// Gives the script the function `load`.
    package static func addLoad(to delegate: any EventDelegate) -> Bool {
        guard let delegate = delegate as? LuaDelegate else { return false }
        return cpl_add_load(delegate.state.handle) == CPL_OK
    }

    /// The bytes that the state has allocated.
    package static func memoryUsed(by delegate: any EventDelegate) -> Int {
        (delegate as? LuaDelegate)?.memoryUsed ?? 0
    }
}
