import PeriluneCore
import PeriluneFiles

/// Limits the number of files that values make a sink create in a day, since values can come from anyone.
struct NewFileLimit {
    /// The maximum number of new files in a day.
    let maximum: Int
    /// The day that is counted, in days since 1970.
    private(set) var day: Int64
    /// The number of new files of this day.
    private(set) var count: Int
    /// Files that are counted, and may not exist yet.
    private var created: Set<ByteString> = []

    init(_ maximum: Int, day: Int64 = 0, count: Int = 0) {
        self.maximum = maximum
        self.day = day
        self.count = count
    }

    /// Whether a file can be written: it exists, or the limit is not reached.
    mutating func allows(_ path: String, at now: Timestamp) -> Bool {
        let today = now.microseconds / 86_400_000_000
        if day != today { self = NewFileLimit(maximum, day: today) }
        if created.contains(ByteString(path)) || TextFile.exists(path) { return true }
        guard count < maximum else { return false }
        created.insert(ByteString(path))
        count += 1
        return true
    }
}
