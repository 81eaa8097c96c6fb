import Perilune
import PeriluneCore

extension Summary {
    /// What the modules of scripts have noticed.
    var warnings: [String] {
        (notices.late + notices.missingPaths).map { subject, count in
            "\(subject.script): \(subject.warning(count, Counted(count, "event").description))"
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
