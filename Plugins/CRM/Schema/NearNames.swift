import PeriluneCore

/// Finds the table, attribute or message that was probably meant by a misspelt name.
package enum NearNames {
    /// The nearest name; if none is near, the shortest one that contains the written name.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String?
    {
        let written = name.lowercased()
        // With two letters, nearly every name differs by only one.
        guard written.utf8.count > 2 else {
            return candidates.filter { $0.lowercased() == written }.min()
        }
        // An organization has more tables than a file has names, and all must be compared.
        return NearestName.of(name, in: candidates, most: .max)
            ?? candidates.filter { contains($0, written) }
            .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// The near names as the end of a message: a sentence, or an empty text.
    package static func question(
        _ name: String, among candidates: some Sequence<String>
    ) -> String {
        nearest(to: name, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
    }

    private static func contains(_ candidate: String, _ written: String) -> Bool {
        candidate.utf8.count <= 64 && candidate.lowercased().contains(written)
    }
}
