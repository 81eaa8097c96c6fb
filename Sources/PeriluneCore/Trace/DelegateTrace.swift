/// What one delegate did with one event, for `explain`.
///
/// Of a delegate in Swift only the time and what it emitted is known.
package struct DelegateTrace: Hashable, Sendable {
    /// The parts of the event that it read, each once, in order.
    package var reads: [Read] = []
    /// The lines that it ran, a file after the other.
    package var files: [FileLines] = []
    /// The functions of the host that it called, in order.
    package var calls: [Call] = []
    /// The lines that it emitted, see ``EmittedLine``; rolled back if it failed.
    package var emitted: [String] = []
    /// Running time, without that of waiting for answers; to watch takes longer than to run.
    package var microseconds = 0
    /// Instructions of the virtual machine.
    package var instructions = 0
    /// Bytes that it allocated.
    package var allocated = 0
    /// There was more to note than is kept.
    package var isCut = false

    package init() {}

    /// A part of the event that was read.
    package struct Read: Hashable, Sendable {
        /// As a script writes it behind `event.`: `data.items[2].price`; empty for the event itself.
        package let path: String
        /// What was found there.
        package let found: Found

        package init(path: String, found: Found) {
            self.path = path
            self.found = found
        }

        /// A value, or why it is not kept.
        package enum Found: Hashable, Sendable {
            /// No member of that name.
            case nothing
            case value(Value)
            /// A table that is too long to keep, by how many members or elements it has.
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
        /// The values that the script passed; they may hold secrets, which are masked where they are shown.
        package let arguments: [Value]
        /// What it returned to the script so far.
        package var answer: Answer
        /// Time until the answer.
        package var microseconds: Int

        package init(name: String, arguments: [Value], answer: Answer, microseconds: Int = 0) {
            self.name = name
            self.arguments = arguments
            self.answer = answer
            self.microseconds = microseconds
        }

        /// How a call has ended, if it has.
        package enum Answer: Hashable, Sendable {
            /// It has not come.
            case waiting
            case returned(Value?)
            case failed(code: String, message: String)
        }
    }
}

extension DelegateTrace {
    /// Adds what was noted after the delegate had waited for an answer.
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
