import PeriluneCore
import PeriluneFiles

/// Limits the number of files that values make a sink create in a day, since values can come from anyone.
struct NewFileLimit {
    /// The maximum number of new files in a day.
    let maximum: Int
    /// The number of values whose files were not created.
    private(set) var refused = 0
    private var day: Int64 = 0
    private var created: Set<String> = []

    init(_ maximum: Int) { self.maximum = maximum }

    /// Whether a file can be written: it exists, or the limit is not reached.
    mutating func allows(_ path: String, at now: Timestamp) -> Bool {
        let today = now.microseconds / 86_400_000_000
        if day != today {
            day = today
            created = []
        }
        if created.contains(path) || TextFile.exists(path) { return true }
        guard created.count < maximum else {
            refused += 1
            return false
        }
        created.insert(path)
        return true
    }

    /// A warning if values are in other files than their own.
    func warning(of output: String) -> String? {
        guard refused > 0 else { return nil }
        return
            "output '\(output)': \(Counted(refused, "value")) in files with '_' in place of fields: "
            + "more than \(maximum) new files in a day; see maxFiles"
    }
}
