import Arguments
import Perilune
import PeriluneFiles

extension Option {
    /// The option of a setting; a command can have its own default and wording.
    static func setting(
        _ setting: Setting, accepts: Accepted? = nil, default defaultText: String? = nil,
        _ summary: String? = nil
    ) -> Option {
        let summary = summary ?? setting.summary
        guard let variable = setting.variable else {
            return .toggle(setting.option, short: setting.letter, summary)
        }
        return .value(
            setting.option, short: setting.letter, variable, accepts: accepts ?? accepted(setting),
            isRepeatable: isRepeatable(setting), default: defaultText ?? setting.defaultText,
            summary)
    }

    private static func accepted(_ setting: Setting) -> Accepted {
        switch setting.kind {
        case .number(let range): .integer(Int(range.lowerBound)...Int(range.upperBound))
        case .choice(let choices): .choice(choices)
        case .file, .input, .inputs, .secretFile: .file
        default: .text
        }
    }

    private static func isRepeatable(_ setting: Setting) -> Bool {
        switch setting.kind {
        case .texts, .inputs, .outputs, .table: true
        default: false
        }
    }
}
