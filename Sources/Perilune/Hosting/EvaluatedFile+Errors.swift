internal import PeriluneCore
internal import PeriluneLua

extension EvaluatedFile {
    /// Runs a Lua file that is not a script; errors in it get the given code.
    static func run(
        errors code: PeriluneError.Code, _ script: () throws(PeriluneError) -> Script
    ) throws(PeriluneError) -> EvaluatedFile {
        do throws(PeriluneError) {
            return try EvaluatedFile(script())
        } catch {
            var error = error
            if error.code.rawValue.hasPrefix("script.") { error.code = code }
            error.traceback = []
            throw error
        }
    }
}
