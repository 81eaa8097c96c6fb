/// What one delegate did with one event, for `explain`.
///
/// Of a delegate in Swift, only the time and the emitted values are known.
package struct DelegateTrace: Hashable, Sendable {
    /// The parts of the event that it read, in order, each only once.
    package var reads: [Read] = []
    /// The lines that it ran, by file.
    package var files: [FileLines] = []
    /// The functions of the host that it called, in order.
    package var calls: [Call] = []
    /// The lines that it emitted, see ``EmittedLine``; rolled back if it failed.
    package var emitted: [String] = []
    /// The running time without waiting for answers; tracing makes it longer.
    package var microseconds = 0
    /// The number of instructions of the Lua virtual machine.
    package var instructions = 0
    /// The bytes that it allocated.
    package var allocated = 0
    /// Whether the trace is incomplete because there was too much to keep.
    package var isCut = false

    package init() {}

    /// A part of the event that was read.
    package struct Read: Hashable, Sendable {
        /// The path as a script writes it after `event.`: `data.items[2].price`; empty for the event itself.
        package let path: String
        /// What the script found there.
        package let found: Found

        package init(path: String, found: Found) {
            self.path = path
            self.found = found
        }

        /// A value, or why it was not kept.
        package enum Found: Hashable, Sendable {
            /// There is no member of that name.
            case nothing
            case value(Value)
            /// A table that is too large to keep, with the number of its members or elements.
            case table(count: Int)
        }
    }

    /// The lines of one file that ran.
    package struct FileLines: Hashable, Sendable {
        /// The file as errors name it.
        package let file: String
        /// How often each line ran, by its number.
        package var counts: [Int: Int]
        /// The line that ran last.
        package var last: Int

        package init(file: String, counts: [Int: Int], last: Int) {
            self.file = file
            self.counts = counts
            self.last = last
        }
    }

    /// A call of a function of the host.
    package struct Call: Hashable, Sendable {
        /// As scripts write it: `crm.create`.
        package let name: String
        /// The arguments; they may contain secrets, which are masked when the trace is shown.
        package let arguments: [Value]
        /// The result of the call so far.
        package var answer: Answer
        /// The time until the answer.
        package var microseconds: Int

        package init(name: String, arguments: [Value], answer: Answer, microseconds: Int = 0) {
            self.name = name
            self.arguments = arguments
            self.answer = answer
            self.microseconds = microseconds
        }

        /// The result of a call.
        package enum Answer: Hashable, Sendable {
            /// The answer has not arrived.
            case waiting
            case returned(Value?)
            case failed(code: String, message: String)
        }
    }
}

extension DelegateTrace {
    /// Adds the trace of what the delegate did after it had waited for an answer.
    package mutating func add(_ later: DelegateTrace) {
        for read in later.reads where !reads.contains(read) { reads.append(read) }
        for lines in later.files {
            guard let known = files.firstIndex(where: { $0.file == lines.file }) else {
                files.append(lines)
                continue
            }
            files[known].counts.merge(lines.counts, uniquingKeysWith: +)
            files[known].last = lines.last
        }
        instructions += later.instructions
        allocated += later.allocated
        isCut = isCut || later.isCut
    }
}
