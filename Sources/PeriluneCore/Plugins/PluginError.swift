/// An error of a plugin's own type that can be shown like any other.
package protocol PluginError: Error {
    /// The error with its code, place and hint.
    var error: PeriluneError { get }
}
