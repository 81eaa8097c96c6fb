import PeriluneCore
import Testing

@testable import CRMPlugin

struct OAuthChallengeTests {
    private static let uri = "https://login.example.com/t/oauth2/authorize"

    @Test(arguments: [
        ["Bearer authorization_uri=\(uri), resource_id=https://org.example.com/"],
        ["Bearer authorization_uri=\"\(uri)\", resource_id=\"https://org.example.com/\""],
        ["bearer resource_id=https://org.example.com/,authorization_uri=\(uri)"],
        [
            "Negotiate", "NTLM",
            "Bearer authorization_uri=\(uri),resource_id=https://org.example.com/",
        ],
        ["Negotiate, Bearer AUTHORIZATION_URI = \(uri) , resource_id=https://org.example.com/, x"],
        [
            "Basic realm=\"a, Bearer b\", Bearer authorization_uri=\(uri), resource_id=https://org.example.com/"
        ],
        ["Bearer authorization_uri=\(uri), resource_id=https://org.example.com/, Basic realm=x"],
    ])
    func findsTheAuthorityAndTheResource(_ fields: [String]) {
        let challenge = OAuthChallenge(fields)
        #expect(challenge?.authorizationURI == Self.uri)
        #expect(challenge?.resource == "https://org.example.com/")
    }

    @Test(arguments: [
        [], [""], ["Bearer"], ["Basic authorization_uri=https://x"], ["Bearer authorization_uri="],
        ["authorization_uri=https://x"], ["Bearer realm=\"authorization_uri=https://x\""],
        ["\"", ",,,", "Bearer ,,,="],
    ])
    func ignoresIncompleteChallenges(_ fields: [String]) {
        #expect(OAuthChallenge(fields) == nil)
    }

    @Test func keepsAnEqualsSignOfTheURI() {
        let challenge = OAuthChallenge(["Bearer authorization_uri=https://x/a?b=c"])
        #expect(challenge?.authorizationURI == "https://x/a?b=c")
    }

    private func authority(
        _ uri: String, organization: String = "https://org.example.com"
    ) throws(PeriluneError) -> String {
        let challenge = OAuthChallenge(["Bearer authorization_uri=\(uri)"])
        guard let challenge else { return "" }
        return try OAuthEndpoints.authority(of: challenge, organization: organization)
    }

    @Test(arguments: [
        ("https://l.example.com/t/oauth2/authorize", "https://l.example.com/t"),
        ("https://l.example.com/t/oauth2/v2.0/authorize/?x=y", "https://l.example.com/t"),
        ("https://l.example.com/common/oauth2/authorize", "https://l.example.com/organizations"),
        ("https://sts.example.com/adfs/oauth2/authorize", "https://sts.example.com/adfs"),
        ("https://l.example.com/t", "https://l.example.com/t"),
    ])
    func namesTheAuthority(_ uri: String, _ expected: String) throws {
        #expect(try authority(uri) == expected)
    }

    @Test func sendsNoSecretToAnAuthorityWithoutEncryption() throws {
        let error = #expect(throws: PeriluneError.self) { try authority("http://evil/authorize") }
        #expect(error?.code == "crm.authority")
        #expect(
            try authority("http://127.0.0.1/oauth2/authorize", organization: "http://127.0.0.1")
                == "http://127.0.0.1")
    }
}
