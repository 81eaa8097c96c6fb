import Arguments
import Perilune
import PeriluneCore
import PeriluneHTTP

/// The control socket of a server, for `perilune top`, `perilune tap` and changes of the store.
enum ControlServer {
    /// Listens on the control socket; `nil`, with a warning, if the default one cannot be used.
    static func start(
        _ control: (file: String, isNamed: Bool), _ intake: Intake, _ reloads: ServedScripts,
        _ values: Values, _ audit: AuditTrail?, _ terminal: Terminal
    ) throws(PeriluneError) -> HTTPServer? {
        let note: @Sendable (String) -> Void = {
            terminal.info("\(terminal.time)control socket: \($0)\n")
            audit?.record(.control, $0)
        }
        let handler = ControlHandler(
            intake, canExplain: values.strings("charts").isEmpty, note: note,
            reload: { () throws(PeriluneError) in try await reloads.reload(.signal) })
        var options = HTTPServerOptions(bodyLimit: { _ in 4 << 20 }, connections: 32)
        options.socket = control.file
        do throws(PeriluneError) {
            let server = try HTTPServer(options, handler: handler)
            terminal.info(
                "  control socket \(control.file), for 'perilune top' and 'perilune tap'\n")
            return server
        } catch {
            if control.isNamed { throw error }
            terminal.info("warning: no control socket: \(error.message)\n")
            return nil
        }
    }
}
