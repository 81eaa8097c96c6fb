internal import CPeriluneLua
internal import PeriluneCore

/// The limits of a script on a worker.
///
/// Zero means no limit.
public struct ScriptLimits: Hashable, Sendable {
    /// The memory of a script on one worker, in bytes.
    public var memory: Int
    /// The running time for one event; waiting for an answer does not count.
    public var time: Duration
    /// The number of VM instructions for one event: deterministic, for tests and replay, but costs up to twice the time.
    public var instructions: Int
    /// The number of steps of one call of `string.find`, `match`, `gmatch` or `gsub`.
    public var patternSteps: Int
    /// The length of a string that `string.rep`, `string.format` or `table.concat` makes, in bytes.
    public var stringLength: Int
    /// The length of a script file, in bytes.
    public var sourceLength: Int

    /// Creates limits; the defaults are those of `perilune`.
    public init(
        memory: Int = 32 << 20, time: Duration = .milliseconds(50), instructions: Int = 0,
        patternSteps: Int = 1_000_000, stringLength: Int = 1 << 20, sourceLength: Int = 256 << 10
    ) {
        self.memory = memory
        self.time = time
        self.instructions = instructions
        self.patternSteps = patternSteps
        self.stringLength = stringLength
        self.sourceLength = sourceLength
    }

    /// The time limit, at most a century so that it fits into microseconds.
    private var boundedTime: Duration { max(.zero, min(time, .seconds(100 * 365 * 86_400))) }

    /// The time limit as messages state it: `50 ms`.
    var timeText: String {
        let (milliseconds, rest) = boundedTime.microseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(milliseconds) ms" : "\(boundedTime.microseconds) µs"
    }

    var bridged: cpl_limits {
        cpl_limits(
            memory: memory, microseconds: UInt64(boundedTime.microseconds),
            instructions: UInt64(instructions), matcher_steps: UInt64(patternSteps),
            string_length: stringLength, source_length: sourceLength)
    }
}
