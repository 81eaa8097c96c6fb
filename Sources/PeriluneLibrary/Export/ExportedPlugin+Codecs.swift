internal import PeriluneCore

/// A worker's decoder in the library.
///
/// Like those of every decoder, its calls do not overlap.
final class ExportedDecoder: @unchecked Sendable {
    private let decoder: any EntryDecoder

    init(_ decoder: any EntryDecoder) { self.decoder = decoder }

    func decode(_ request: Message) throws(PeriluneError) -> Message {
        let form = Form(request.json, "entry")
        let place = EntryPlace(
            line: Int(try form.integer("line", in: 0...Int64.max)),
            offset: Int(try form.integer("offset", in: 0...Int64.max)))
        var event: [UInt8] = []
        try decoder.decode(request.data.span, at: place, into: &event)
        return Message(data: event)
    }
}

extension ExportedPlugin {
    func codec(
        _ operation: LibraryOperation, _ subject: UInt64, _ request: Message
    ) throws(PeriluneError) -> Message {
        if operation == .decode {
            guard let decoder = decoders[subject] else {
                throw .broken("there is no decoder \(subject)")
            }
            return try decoder.decode(request)
        }
        let codec = try element(\.codecs, subject)
        switch operation {
        case .configureCodec:
            _ = try codec.configured(request.json)
            return Message()
        case .frameLog:
            return Message(try codec.with(request).framing(of: request.data).wireValue)
        case .recognizeLog:
            return Message(.bool(codec.recognizes(request.data)))
        default:
            guard let decoder = try codec.with(request).decoder(for: LogHead(request)) else {
                return Message()
            }
            return Message(["handle": .integer(Int64(decoders.add(ExportedDecoder(decoder))))])
        }
    }

    func makeSink(_ position: UInt64, _ request: Message) throws(PeriluneError) -> Message {
        let form = Form(request.json, "output")
        let options = SinkOptions(
            try form.required("options").value, getsRecords: try form.flag("records"),
            folder: try form.optionalText("folder", most: 1 << 16) ?? "")
        let sink = try element(\.sinkFactories, position)
            .sink(named: try form.text("output"), options)
        return Message(["handle": .integer(Int64(sinks.add(sink)))])
    }
}

extension Codec {
    /// The codec, configured with the options of a request.
    fileprivate func with(_ request: Message) throws(PeriluneError) -> any Codec {
        try configured(try Form(request.json, "log").required("options").value)
    }
}
