internal import PeriluneCore
internal import PeriluneLua

extension EvaluatedFile {
    /// Runs a file that is no script: what Lua finds wrong in it has a code of its own.
    static func run(
        _ path: String, errors code: PeriluneError.Code
    ) throws(PeriluneError) -> EvaluatedFile {
        do throws(PeriluneError) {
            return try EvaluatedFile(Script(path))
        } catch {
            var error = error
            if error.code.rawValue.hasPrefix("script.") { error.code = code }
            error.traceback = []
            throw error
        }
    }
}
