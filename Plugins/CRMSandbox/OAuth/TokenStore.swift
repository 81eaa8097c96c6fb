import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import Synchronization

/// The issued tokens and codes, random and in memory, so that a restart invalidates them all.
final class TokenStore: Sendable {
    /// The permissions of a token.
    struct Grant: Sendable {
        var user: GUID
        /// The name that was signed in with; `nil` for an application itself.
        var name: String?
        var client: String
        var kind: Kind
    }

    enum Kind: Sendable {
        case access
        case refresh
        /// A code that a browser returns, for one exchange.
        case code(redirect: String, challenge: String?, nonce: String?)
        /// A device code, which is valid once a user has entered the shorter code.
        case device(typed: String, isApproved: Bool)
    }

    private struct Entry {
        var grant: Grant
        var expires: Int64
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let now: @Sendable () -> Timestamp

    /// The maximum number of tokens; beyond it, the oldest one is removed.
    private static let most = 20_000

    init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Issues a random text for a grant.
    func issue(_ grant: Grant, seconds: Int) throws(PeriluneError) -> String {
        let text = Base64.encodeURL(try secureRandom(32))
        let time = now().microseconds
        entries.withLock { entries in
            if entries.count >= Self.most { Self.makeRoom(in: &entries, time) }
            entries[text] = Entry(
                grant: grant, expires: time + Int64(seconds) * 1_000_000)
        }
        return text
    }

    /// The grant of a text that is still good.
    func grant(_ text: String) -> Grant? {
        let time = now().microseconds
        return entries.withLock { entries in
            guard let entry = entries[text], entry.expires > time else { return nil }
            return entry.grant
        }
    }

    /// The grant of a text that is good once.
    func redeem(_ text: String) -> Grant? {
        let time = now().microseconds
        return entries.withLock { entries in
            guard let entry = entries.removeValue(forKey: text), entry.expires > time else {
                return nil
            }
            return entry.grant
        }
    }

    /// Approves the sign-in of the device that shows this code; false if there is none.
    func approve(typed: String, as user: GUID, name: String) -> Bool {
        let time = now().microseconds
        return entries.withLock { entries in
            for (text, entry) in entries {
                guard case .device(typed, false) = entry.grant.kind, entry.expires > time else {
                    continue
                }
                var grant = entry.grant
                grant.user = user
                grant.name = name
                grant.kind = .device(typed: typed, isApproved: true)
                entries[text] = Entry(grant: grant, expires: entry.expires)
                return true
            }
            return false
        }
    }

    private static func makeRoom(in entries: inout [String: Entry], _ time: Int64) {
        entries = entries.filter { $0.value.expires > time }
        guard entries.count >= most else { return }
        let limit = entries.values.map(\.expires).sorted()[most / 4]
        entries = entries.filter { $0.value.expires > limit }
    }
}
