import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// The script that wants to send a picture, with what it may reach.
struct RequestingScript: Sendable {
    let script: String
    let grants: Grants

    /// Throws where the script may send nothing to targets of this kind, whichever it names.
    func check(_ target: ShareOptions.Target) throws(PeriluneError) {
        switch target {
        case .usual, .file: try grants.check(Sharing.files, use: "snapshot.share", script: script)
        case .mail: try grants.check(Sharing.mail, use: "snapshot.share by mail", script: script)
        case .upload: try grants.check(.http, use: "snapshot.share to the Web", script: script)
        }
    }

    func checkFolder(_ path: String) throws(PeriluneError) {
        try grants.check(
            Sharing.files, scope: FilePath.absolute(path), use: "snapshot.share", script: script)
    }

    /// A recipient is granted by address, by domain, or by a domain above.
    func checkRecipients(_ recipients: [MailAddress]) throws(PeriluneError) {
        for recipient in recipients {
            if grants.allows(Sharing.mail, scope: recipient.domain) { continue }
            try grants.check(
                Sharing.mail, scope: recipient.description.lowercased(),
                use: "snapshot.share by mail",
                script: script)
        }
    }

    func checkHost(_ request: HTTPScope) throws(PeriluneError) {
        try grants.check(
            .http, scope: request.description, use: "snapshot.share to the Web",
            script: script)
    }
}
