package import PeriluneCore
internal import Synchronization

/// The files that a script requires, each read once.
///
/// All workers see the same text of a file, also one that needs it first when the file has changed already:
/// a version of a script is one set of texts.
package final class CompanionFiles: Sendable {
    /// Finds a file beside the script; `nil` where there is none of that name.
    package typealias Reader = @Sendable (_ name: String) throws(PeriluneError) -> [UInt8]?

    private let reader: Reader
    private let known = Mutex<[String: [UInt8]?]>([:])
    private let knownDigest = Mutex<String?>(nil)

    package init(_ reader: @escaping Reader) { self.reader = reader }

    /// The text of a file as it was when somebody asked first.
    package func source(_ name: String) throws(PeriluneError) -> [UInt8]? {
        if let source = known.withLock({ $0[name] }) { return source }
        let source = try reader(name)
        return known.withLock { known in
            if let first = known[name] { return first }
            known[name] = .some(source)
            return source
        }
    }

    /// Everything that was asked for, with the text; `nil` for a file that is not there.
    package var texts: [String: [UInt8]?] { known.withLock(\.self) }

    /// The digest of the script with these files, for whoever made it once.
    package var digest: String? {
        get { knownDigest.withLock(\.self) }
        set { knownDigest.withLock { $0 = newValue } }
    }

    /// The same places, with nothing read yet.
    package var unread: CompanionFiles { CompanionFiles(reader) }
}
