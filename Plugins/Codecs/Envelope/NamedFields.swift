import PeriluneCore

/// The fields that options of the codec name, until an entry has them.
///
/// Those of the formats themselves, such as the time of `docker`, may be missing.
final class NamedFields {
    private var missing: [(subject: Notices.Subject, number: Int)]
    /// Events that were written since the last time.
    private var events = 0
    private var notices = Notices()

    /// - Parameters:
    ///   - named: The options, each with the paths that it names.
    ///   - paths: The paths of the envelope, which give the fields their numbers.
    init(_ named: [(option: String, paths: [FieldPath])], in paths: [FieldPath]) {
        missing = named.flatMap { option, named in
            named.compactMap { path in
                paths.firstIndex(of: path).map { number in
                    (
                        Notices.Subject(
                            owner: "codec", name: path.description, kind: .option(option)),
                        number
                    )
                }
            }
        }
    }

    /// Looks for the fields that no entry before had.
    func check(_ entry: Span<UInt8>, _ fields: some EntryFields) {
        if missing.isEmpty { return }
        events += 1
        var index = 0
        while index < missing.count {
            let (subject, number) = missing[index]
            if fields.hasField(number, of: entry) {
                notices.add(subject, 0, isFound: true)
                missing.remove(at: index)
            } else {
                index += 1
            }
        }
    }

    func takeNotices(into sum: inout Notices) {
        for (subject, _) in missing { sum.add(subject, events, isFound: false) }
        sum += notices
        notices = Notices()
        events = 0
    }
}

/// A decoder that writes the attributes of events with an ``EnvelopeWriter``.
protocol EnvelopeDecoder: NoticingDecoder {
    var envelope: EnvelopeWriter { get }
}

extension EnvelopeDecoder {
    func takeNotices(into notices: inout Notices) { envelope.named.takeNotices(into: &notices) }
}
