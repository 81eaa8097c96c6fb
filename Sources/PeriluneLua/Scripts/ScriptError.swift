internal import CPeriluneLua
package import LuaSyntax
internal import PeriluneCore

/// Converts an error of the bridge into one for users.
struct ScriptError {
    let error: PeriluneError

    init(
        _ raw: cpl_error, _ script: Script, _ columns: ColumnFinder, _ lines: MaskedLines
    ) {
        let chunk = Self.text(raw.chunk)
        var place = PeriluneError.Place()
        let message = Self.text(raw.message)
        if raw.line > 0 {
            place.line = Int(raw.line)
            // Lua truncates the beginning of a long name.
            let isScript = chunk.hasPrefix("...") && script.path.hasSuffix(chunk.dropFirst(3))
            place.file = chunk.isEmpty || isScript ? script.path : chunk
            if place.file == script.path {
                place.sourceLine = lines.text(ofLine: Int(raw.line))
                place.isMasked = true
                place.column = columns.column(line: Int(raw.line), message: message)
            }
        } else {
            place.file = script.path
        }
        let host = Self.text(raw.code)
        let hint = Self.text(raw.hint)
        // A script can put any text into the code, which becomes a label of metrics.
        let code = host.isEmpty ? Self.code(raw.status) : Redaction.redact(host)
        let traceback = Self.text(raw.traceback).split(separator: "\n").map { String($0) }
        error = PeriluneError(
            PeriluneError.Code(rawValue: code), message, at: place,
            hint: hint.isEmpty
                ? Self.hint(raw.status, script.limits) ?? RemovedNames.hint(forError: message)
                : hint,
            traceback: traceback)
    }

    private static func code(_ status: cpl_status) -> String {
        switch status {
        case CPL_ERROR_SYNTAX: "script.syntax"
        case CPL_ERROR_MEMORY: "script.memory"
        case CPL_ERROR_TIME: "script.time"
        case CPL_ERROR_INSTRUCTIONS: "script.instructions"
        case CPL_ERROR_DELEGATE: "script.delegate"
        case CPL_ERROR_HOST: "script.host"
        default: "script.runtime"
        }
    }

    private static func hint(_ status: cpl_status, _ limits: ScriptLimits) -> String? {
        switch status {
        case CPL_ERROR_MEMORY:
            "the memory limit of a script is \(limits.memory >> 20) MB; keep less data, or raise the limit"
        case CPL_ERROR_TIME:
            "the time limit for an event is \(limits.timeText); look for a loop that does not end, or that visits a large table"
        case CPL_ERROR_INSTRUCTIONS:
            "the instruction limit for an event is \(limits.instructions)"
        default: nil
        }
    }

    private static func text<Tuple>(_ characters: Tuple) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension MaskedLines {
    /// The lines of a script, with secrets masked: values of secret names, and secrets in strings and comments.
    package init(script source: [UInt8], isConfiguration: Bool = false) {
        self.init(source, isConfiguration: isConfiguration, isSecret: Redaction.isSecret) {
            Redaction.secrets(in: $0)
        }
    }
}
