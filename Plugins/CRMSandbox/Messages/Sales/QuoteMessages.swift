import CRMPlugin

/// WinQuote, CloseQuote and ReviseQuote.
enum QuoteMessages {
    static let all = [
        closing("WinQuote", as: "Win", state: 2), closing("CloseQuote", as: "Close", state: 3),
        revise,
    ]

    private static func closing(
        _ name: String, as event: String, state: Int32
    ) -> MessageHandler {
        MessageHandler(name, as: event, on: .lookup("QuoteClose", "quoteid", of: "quote")) {
            parameters, session in
            let close = try parameters.entity("QuoteClose", of: "quoteclose")
            guard let given = close.lookup("quoteid") else {
                throw CRMFault.missingField("quoteid")
            }
            let target = EntityReference("quote", given.id)
            let quote = try session.retrieve(target, ["statecode"])
            guard session.state(of: quote) == 1 else {
                throw CRMFault(.invalidState, "The quote is not active.")
            }
            let status = try session.status(parameters, of: target, in: state)
            try session.createClosing(
                close, subject: "Quote \(state == 2 ? "won" : "closed")", regarding: target)
            try session.set(target, ["closedon": .date(session.now)])
            try session.setState(target, state, status)
            return [:]
        }
    }

    /// A closed quote once more as a draft: the same number, the next revision, its lines.
    static let revise = MessageHandler(
        "ReviseQuote", as: "Revise", on: .id("QuoteId", of: "quote")
    ) { parameters, session in
        let id = try parameters.id("QuoteId")
        let columns: ColumnSet = try parameters.required("ColumnSet")
        let quote = try session.retrieve("quote", id)
        guard session.state(of: quote) == 3 else {
            throw CRMFault(.invalidState, "Only a closed quote can be revised.")
        }
        var revision = try session.duplicate(quote, without: ["closedon"])
        revision["revisionnumber"] = .int((quote["revisionnumber", as: Int32.self] ?? 0) &+ 1)
        let made = try session.create(revision)
        for line in try session.ids(
            of: "quotedetail", where: ["quoteid": .reference(EntityReference("quote", id))])
        {
            var copy = try session.duplicate(try session.retrieve("quotedetail", line))
            copy["quoteid"] = .reference(EntityReference("quote", made))
            try session.create(copy)
        }
        return ["Entity": .entity(try session.retrieve("quote", made, columns))]
    }
}
