package import PeriluneCore
internal import PeriluneStore

/// A ledger for dry runs that returns the answers of the recorded run.
package struct RecordedLedger: EffectLedger {
    private let answers: RecordedAnswers

    /// Reads the ledger of a store without changing the file.
    package init(store path: String) throws(PeriluneError) {
        answers = try RecordedAnswers(path: path)
    }

    /// Returns `.new`: a dry run begins no effects.
    package func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry { .new }

    /// Does nothing: a dry run stores no answers.
    package func finish(_ identity: String, _ answer: LedgerAnswer) {}

    /// The recorded answer to the effect; `nil` if there is none.
    package func answer(to identity: String) throws(PeriluneError) -> LedgerAnswer? {
        try answers.answer(to: identity).map { (json) throws(PeriluneError) in
            try LedgerAnswer(json: json)
        }
    }
}
