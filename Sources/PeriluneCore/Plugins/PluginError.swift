/// An error of a plugin's own type that also has a form for the user.
package protocol PluginError: Error {
    /// The error with its code, place and hint.
    var error: PeriluneError { get }
}
