import CRMPlugin
import PeriluneCore

/// WinOpportunity and LoseOpportunity.
enum OpportunityMessages {
    static let all = [
        closing("WinOpportunity", as: "Win", state: 1),
        closing("LoseOpportunity", as: "Lose", state: 2),
    ]

    private static func closing(
        _ name: String, as event: String, state: Int32
    ) -> MessageHandler {
        MessageHandler(
            name, as: event, on: .lookup("OpportunityClose", "opportunityid", of: "opportunity")
        ) { parameters, session in
            let close = try parameters.entity("OpportunityClose", of: "opportunityclose")
            guard let given = close.lookup("opportunityid") else {
                throw CRMFault.missingField("opportunityid")
            }
            let target = EntityReference("opportunity", given.id)
            let opportunity = try session.retrieve(target)
            guard session.state(of: opportunity) == 0 else {
                throw CRMFault(.invalidState, "The opportunity is already closed.")
            }
            let status = try session.status(parameters, of: target, in: state)
            try session.createClosing(
                close, subject: "Opportunity \(state == 1 ? "won" : "lost")", regarding: target)
            var ends: AttributeCollection = [
                "actualclosedate": .date(close["actualend", as: Timestamp.self] ?? session.now)
            ]
            // Without an actual amount, the estimated one is used.
            let amount = close["actualrevenue", as: Money.self]
            let expected = state == 1 ? opportunity["estimatedvalue", as: Money.self] : nil
            if let amount = amount ?? expected { ends["actualvalue"] = .money(amount) }
            try session.set(target, ends)
            try session.setState(target, state, status)
            return [:]
        }
    }
}
