internal import CPeriluneLua

/// What one script may use of its worker.
///
/// Zero means no limit.
public struct ScriptLimits: Hashable, Sendable {
    /// Memory of one script on one worker, bytes.
    public var memory: Int
    /// Running time for one event, milliseconds; waiting for an answer does not count.
    public var milliseconds: Int
    /// VM instructions for one event: deterministic, for tests and replay; costs up to twice the time.
    public var instructions: Int
    /// Steps of one call of `string.find`, `match`, `gmatch` or `gsub`.
    public var patternSteps: Int
    /// Length of a string that `string.rep`, `string.format` and `table.concat` may make, bytes.
    public var stringLength: Int
    /// Length of a script file, bytes.
    public var sourceLength: Int

    /// The limits that hold where nothing else is said.
    public init(
        memory: Int = 32 << 20, milliseconds: Int = 50, instructions: Int = 0,
        patternSteps: Int = 1_000_000, stringLength: Int = 1 << 20, sourceLength: Int = 256 << 10
    ) {
        self.memory = memory
        self.milliseconds = milliseconds
        self.instructions = instructions
        self.patternSteps = patternSteps
        self.stringLength = stringLength
        self.sourceLength = sourceLength
    }

    var bridged: cpl_limits {
        cpl_limits(
            memory: memory, microseconds: UInt64(milliseconds) * 1000,
            instructions: UInt64(instructions), matcher_steps: UInt64(patternSteps),
            string_length: stringLength, source_length: sourceLength)
    }
}
