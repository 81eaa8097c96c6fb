import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct WebhookRegistrationTests {
    private func error(_ specification: String) -> PeriluneError? {
        do throws(PeriluneError) {
            _ = try WebhookRegistration(specification)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsTablesMessagesAndStars() throws {
        for text in ["lead.update", "*.*", "sync:opportunity.win", "*.Win", "Lead.Create"] {
            #expect(error(text + "=https://h/x?code=k") == nil, "\(text)")
        }
        let registration = try WebhookRegistration("sync:Lead.Update=http://h/x")
        #expect(registration.entity == "lead")
        #expect(registration.message == "update")
        #expect(registration.isSynchronous)
    }

    @Test func suggestsTheNearestTable() {
        #expect(error("leed.update=http://h/")?.message == "unknown table 'leed'")
        #expect(error("leed.update=http://h/")?.hint == "did you mean 'lead'?")
    }

    @Test func suggestsTheNearestMessage() {
        #expect(
            error("lead.updat=http://h/")?.message == "unknown message 'updat'")
        #expect(error("lead.updat=http://h/")?.hint == "did you mean 'update'?")
    }

    @Test func suggestsTheMessageThatARequestBecomes() {
        let hint = error("opportunityclose.winopportunity=http://h/")?.hint
        #expect(hint == "did you mean 'opportunity.win'?")
    }

    @Test func refusesAMessageOfOtherTables() {
        let error = error("lead.win=http://h/")
        #expect(error?.message == "lead has no message 'win'")
        #expect(error?.hint == "the tables with this message are opportunity, quote")
    }

    @Test func refusesMessagesThatChangeNothing() {
        #expect(error("lead.retrieve=http://h/")?.code == "crm.webhook")
        #expect(error("lead.upsert=http://h/")?.code == "crm.webhook")
    }

    @Test(arguments: [
        ("lead.update", "has no '='"), ("lead=http://h/", "is not ENTITY.MESSAGE"),
        ("lead.update.now=http://h/", "is not ENTITY.MESSAGE"),
        ("lead.update=localhost:8080/x", "http:// or https://"),
        ("lead.update=ftp://h/", "http:// or https://"), ("lead.update=", "http:// or https://"),
        ("lead.update=http:///x", "without a host"),
    ])
    func saysWhatIsWrong(_ text: String, _ part: String) {
        #expect(error(text)?.message.contains(part) == true, "\(error(text)?.message ?? "nothing")")
        #expect(error(text)?.hint?.contains("lead.update=http://") == true)
    }

    @Test func neverRepeatsAKey() {
        for text in ["lead.update?code=s3cret", "https://h/x?code=s3cret", "x=h?code=s3cret"] {
            #expect(error(text).map { "\($0)".contains("s3cret") } == false, "\(text)")
        }
    }
}
