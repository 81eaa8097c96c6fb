import PeriluneCore

/// Which file a value goes to.
enum FileChoice {
    /// The one that the value names.
    case own
    /// The one without fields, because too many files were created.
    case beyondLimit
    /// The one without fields, because the named one is a folder, a pipe, an input, another output or a script, or has the
    /// name of a renamed file.
    case unwritable
}

/// The number of values that are in other files than their own.
struct Misplaced {
    private var beyondLimit = 0
    private var unwritable = 0

    mutating func count(_ choice: FileChoice) {
        switch choice {
        case .own: break
        case .beyondLimit: beyondLimit += 1
        case .unwritable: unwritable += 1
        }
    }

    mutating func add(_ other: Misplaced) {
        beyondLimit += other.beyondLimit
        unwritable += other.unwritable
    }

    func warnings(of output: String, maxFiles: Int) -> [String] {
        var warnings: [String] = []
        if beyondLimit > 0 {
            warnings.append(
                "output '\(output)': the limit of \(Counted(maxFiles, "new file")) a day (maxFiles) was reached; "
                    + "\(Counted(beyondLimit, "value")) went to files with '_' in place of fields")
        }
        if unwritable > 0 {
            warnings.append(
                "output '\(output)': \(Counted(unwritable, "value")) went to files with '_' in place of fields, "
                    + "because the files that they name are folders, inputs, other outputs or scripts, or have the names of renamed files"
            )
        }
        return warnings
    }
}
