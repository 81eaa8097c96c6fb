import Perilune
import PeriluneCore

extension Summary {
    /// What the modules of scripts have noticed.
    var warnings: [String] {
        notices.late.map { late in
            "\(late.subject.script): \(Counted(late.count, "event")) came too late for '\(late.subject.name)' and \(late.count == 1 ? "is" : "are") not in its results"
        }
            + notices.missingPaths.map { missing in
                "\(missing.subject.script): \(missing.subject.name) was in none of \(Counted(missing.count, "event")); 'perilune check --against LOG' lists the fields"
            }
    }
}

extension Codec {
    /// The path of the option explode, for a log in which it led to no entry.
    var missingElements: [String] {
        guard case .json(let path) = framing(of: []), !path.isEmpty else { return [] }
        return [
            "the logs have no array with entries at '\(path.joined(separator: "."))'; check the codec's option explode"
        ]
    }
}
