/// Names of plugins.
package enum PluginName {
    /// Whether a name is kebab-case: words of small letters and digits with dashes between them.
    package static func isValid(_ name: String) -> Bool {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        return name.utf8.count <= 100 && name.utf8.first.map { (97...122).contains($0) } == true
            && words.allSatisfy { word in
                !word.isEmpty
                    && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
            }
    }
}
