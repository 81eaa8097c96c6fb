package import PeriluneCore

/// Received messages in order, in a single buffer.
package struct SocketMessages: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The errors of messages, by their number.
    package private(set) var problems: [Int: PeriluneError] = [:]

    /// The number of messages, which are numbered from 0.
    package var count: Int { ends.count }

    /// The approximate size in memory, in bytes.
    var size: Int { bytes.count + 16 * ends.count }

    /// The range of a message in the bytes.
    package func range(_ number: Int) -> Range<Int> {
        (number > 0 ? ends[number - 1] : 0)..<ends[number]
    }

    /// Adds a message without a line end or zero byte at its end; an empty message is ignored.
    mutating func append(_ message: UnsafeRawBufferPointer, _ problem: PeriluneError? = nil) {
        var end = message.count
        while end > 0, [0, 0x0A, 0x0D].contains(message[end - 1]) { end -= 1 }
        guard end > 0 else { return }
        if let problem { problems[ends.count] = problem }
        bytes.append(contentsOf: message[..<end])
        ends.append(bytes.count)
    }
}
