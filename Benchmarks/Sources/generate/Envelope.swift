/// What the attributes of one event are made of, apart from its type and data.
struct Envelope {
    let sequence: Int
    let time: Timestamp
    let salt: UInt64

    /// Writes `"id":"…"`: unique by its sequence number, salted so that neighbours differ early.
    func writeID(to line: inout Line) {
        line += #""id":""#
        line.hexadecimal(salt, digits: 8)
        line += "-"
        line += sequence
        line += #"""#
    }

    /// Writes `"time":"…"`.
    func writeTime(to line: inout Line) {
        line += #""time":""#
        time.write(to: &line)
        line += #"""#
    }
}
