import PeriluneCore
import Testing

@testable import CRMPlugin

struct AnonymousClientTests {
    private func error(_ code: PeriluneError.Code) async -> PeriluneError? {
        let lab = ScriptLab { _ throws(CRMError) in
            throw .failure(PeriluneError(code, "no", hint: "sign in again"))
        }
        let client = AnonymousClient(client: lab, tables: ScriptLab.schema)
        do throws(CRMError) {
            _ = try await client.execute(OrganizationRequest("WhoAmI"))
            return nil
        } catch {
            return error.error
        }
    }

    @Test func aConnectionWithoutCredentialsIsNotToldToSignInAgain() async {
        let error = await error("crm.unauthorized")
        #expect(error?.message.contains("has no credentials") == true)
        #expect(error?.hint?.contains("'auth'") == true)
    }

    @Test func otherErrorsAreUnchanged() async {
        #expect(await error("crm.forbidden")?.hint == "sign in again")
    }
}
