import Testing

@testable import CRMPlugin

/// Comments before a query that name the organization it is for.
struct FetchCommentTests {
    private func organization(_ head: String) -> String? {
        FetchComment.organization(in: head + "<fetch><entity name='account'/></fetch>")
    }

    @Test func aCommentNamesTheOrganization() {
        #expect(organization("<!-- organization: sales -->\n") == "sales")
        #expect(organization("<!-- organization:sales EU-->") == "sales EU")
    }

    @Test func aQueryWithoutCommentsNamesNone() {
        #expect(organization("") == nil)
        #expect(organization("<?xml version='1.0'?>\n") == nil)
    }

    @Test func textBeforeTheCommentIsSkipped() {
        #expect(
            organization("<?xml version='1.0'?>\n<!-- leads: hot -->\n<!-- organization: a -->")
                == "a")
    }

    @Test func aCommentWithinTheQueryNamesNone() {
        #expect(organization("<fetch><!-- organization: sales --></fetch>") == nil)
    }

    @Test func aCommentWithoutAnEndNamesNone() {
        #expect(organization("<!-- organization: sales ") == nil)
    }
}
