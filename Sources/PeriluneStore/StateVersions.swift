package import PeriluneCore

/// A store that can look through the state of a script.
package protocol StateVersions: StateStore {
    /// The highest version of the script that any of its state was kept by; `nil` where there is none.
    func newestState(of script: String) throws(PeriluneError) -> Int64?
}
