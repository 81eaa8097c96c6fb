internal import PeriluneCore
internal import PeriluneStore

extension Intake {
    /// Reports the damaged rows that were set aside.
    func report(_ damage: [StoreDamage]) {
        guard !damage.isEmpty else { return }
        let shown = damage.prefix(10).map(\.text).joined(separator: "; ")
        let error = PeriluneError(
            .storeRow,
            "set aside \(Counted(damage.count, "damaged row")) in a file beside the store: \(shown)\(damage.count > 10 ? "; …" : "")",
            at: .init(file: options.store))
        report(IntakeProblem(error))
    }
}

/// Names of files beside a store.
package enum StoreFiles {
    /// A store and the files that are kept beside it.
    package static func all(_ path: String) -> [String] {
        ["", "-wal", "-shm", "-journal", "-activity", "-control"].map { path + $0 }
    }

    /// The file for damaged rows of a store, named after the current time.
    package static func damagedRows(_ path: String) -> String {
        "\(path).damaged-\(stamp).jsonl"
    }

    /// The current time as part of a file name: `20261122T181500Z`.
    package static var stamp: String {
        let now = Timestamp(microseconds: Timestamp.now.microseconds / 1_000_000 * 1_000_000)
        return now.description.filter { $0 != "-" && $0 != ":" }
    }
}
