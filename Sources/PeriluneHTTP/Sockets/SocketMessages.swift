package import PeriluneCore

/// Messages that were received, in order, in one piece of memory.
package struct SocketMessages: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// What is wrong with messages, by their number.
    package private(set) var problems: [Int: PeriluneError] = [:]

    /// The number of messages, which are numbered from 0.
    package var count: Int { ends.count }

    /// Bytes of memory, about.
    var size: Int { bytes.count + 16 * ends.count }

    /// Where a message is in the bytes.
    package func range(_ number: Int) -> Range<Int> {
        (number > 0 ? ends[number - 1] : 0)..<ends[number]
    }

    /// Adds a message without the line end or zero byte that some senders append; an empty message is ignored.
    mutating func append(_ message: UnsafeRawBufferPointer, _ problem: PeriluneError? = nil) {
        var end = message.count
        while end > 0, [0, 0x0A, 0x0D].contains(message[end - 1]) { end -= 1 }
        guard end > 0 else { return }
        if let problem { problems[ends.count] = problem }
        bytes.append(contentsOf: message[..<end])
        ends.append(bytes.count)
    }
}
