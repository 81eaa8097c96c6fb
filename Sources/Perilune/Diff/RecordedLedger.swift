package import PeriluneCore
internal import PeriluneStore

/// Answers effects of a dry run as they were answered when the log was recorded.
package struct RecordedLedger: EffectLedger {
    private let answers: RecordedAnswers

    /// Reads the ledger of a store; the file stays as it is.
    package init(store path: String) throws(PeriluneError) {
        answers = try RecordedAnswers(path: path)
    }

    /// Nothing begins in a dry run.
    package func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry { .new }

    /// Nothing is kept.
    package func finish(_ identity: String, _ answer: LedgerAnswer) {}

    /// What the effect was answered then.
    package func answer(to identity: String) throws(PeriluneError) -> LedgerAnswer? {
        try answers.answer(to: identity).map { (json) throws(PeriluneError) in
            try LedgerAnswer(json: json)
        }
    }
}
