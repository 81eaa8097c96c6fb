package import PeriluneCore

/// A store that can find the versions of a script's state.
package protocol StateVersions: StateStore {
    /// The highest version of the script among its saved state; `nil` if there is none.
    func newestState(of script: String) throws(PeriluneError) -> Int64?
}
