internal import PeriluneCore
internal import PeriluneHTTP
public import PeriluneLua

extension Script {
    /// A SHA-256 digest of the script and its files, in hexadecimal.
    ///
    /// For a script without other files, it is what `sha256sum` prints. Otherwise, it is the digest of a list with a
    /// line for each file, of its digest and its name: required files, and open lookups. It does not depend on the
    /// folder.
    public var version: String {
        get throws(PeriluneError) {
            if let known = companions.digest { return known }
            let version = try makeVersion()
            companions.digest = version
            return version
        }
    }

    private func makeVersion() throws(PeriluneError) -> String {
        let own = try SHA256.hexadecimal(source)
        let texts = try requiredTexts()
        let files = companions.sharedFiles.sorted { $0.key < $1.key }
        if texts.isEmpty, files.isEmpty { return own }
        var list = "\(own)  \(name)\n"
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            list += "\(try SHA256.hexadecimal(text))  \(name)\n"
        }
        for (name, file) in files { list += "\(file.digest)  \(name)\n" }
        return try SHA256.hexadecimal(Array(list.utf8))
    }

    /// The files that it requires, directly and indirectly, by name.
    private func requiredTexts() throws(PeriluneError) -> [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        var names = Script.requiredNames(in: source)
        var seen: Set<String> = []
        while let name = names.popLast() {
            // A name without a file is a module of the host.
            guard seen.insert(name).inserted, let text = try companions.source(name) else {
                continue
            }
            texts[name] = text
            names += Script.requiredNames(in: text)
        }
        return texts
    }

    /// Whether the script does the same as an older version.
    func isSame(as old: Script) -> Bool {
        guard path == old.path, limits == old.limits, source == old.source,
            grants == old.grants, priority == old.priority, url == old.url
        else { return false }
        return old.companions.texts.allSatisfy { name, text in
            (try? companions.source(name)) == text
        } && old.companions.sharedFiles.values.allSatisfy(\.isCurrent)
    }
}
