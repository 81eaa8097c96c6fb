// Written by `make version` from the first entry of CHANGELOG.md.

extension PeriluneVersion {
    /// The version of this build.
    public static let current = PeriluneVersion([0, 1, 0])

    /// The date of this version, as manual pages write dates.
    package static let released = "November 21, 2026"
}
