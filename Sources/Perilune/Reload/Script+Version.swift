internal import PeriluneCore
internal import PeriluneHTTP
public import PeriluneLua

extension Script {
    /// Identifies this version: a SHA-256 digest in hexadecimal.
    ///
    /// Of a script that requires no other file it is what `sha256sum` says. Of one that does, or that has opened
    /// lookups, it is the digest of a list: a line for each file, with its digest and its name. The same files have the same version
    /// everywhere, whatever folder they are in.
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

    /// The files that it requires by name, and those that they require, by their names.
    private func requiredTexts() throws(PeriluneError) -> [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        var names = Script.requiredNames(in: source)
        var seen: Set<String> = []
        while let name = names.popLast() {
            // What is no file is a module of the host.
            guard seen.insert(name).inserted, let text = try companions.source(name) else {
                continue
            }
            texts[name] = text
            names += Script.requiredNames(in: text)
        }
        return texts
    }

    /// Whether it would do nothing else than an older one.
    func isSame(as old: Script) -> Bool {
        guard path == old.path, limits == old.limits, source == old.source,
            grants == old.grants, priority == old.priority, url == old.url
        else { return false }
        return old.companions.texts.allSatisfy { name, text in
            (try? companions.source(name)) == text
        } && old.companions.sharedFiles.values.allSatisfy(\.isCurrent)
    }
}
