import PeriluneCore
import PeriluneLinks

extension FastLinkStep {
    /// Appends the members of the step to an object that is open.
    func write(_ link: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
        // A byte of a value becomes six at most, and is written twice if the value is what the event acts on. All other
        // constants of a parameter, with the warning that it is not known, have fewer than 160 bytes.
        let most =
            event.head + 12 * link.count + count * (event.longestName + 160) + 64
        unsafe event.text.withUnsafeBytes { text in
            unsafe writer.raw(atMost: most) { cursor in
                unsafe write(UnsafeRawBufferPointer(link), text, &cursor)
            }
        }
    }

    private func write(
        _ link: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, _ cursor: inout ByteCursor
    ) {
        unsafe cursor.put(UnsafeRawBufferPointer(rebasing: text[..<event.head]))
        if let target {
            unsafe cursor.put(#","target":"#)
            let parameter = parameter(target)
            unsafe writeText(parameter, parameter.value.range, link, &cursor)
        }
        guard count > 0 else { return }
        unsafe cursor.put(#","parameters":{"#)
        for index in 0..<count {
            let parameter = parameter(index)
            if index > 0 { unsafe cursor.put(UInt8(ascii: ",")) }
            if parameter.place >= 0 {
                let name = event.parameters[Int(parameter.place)].name.range
                unsafe cursor.put(UnsafeRawBufferPointer(rebasing: text[name]))
            } else {
                unsafe cursor.put(UInt8(ascii: "\""))
                unsafe cursor.put(UnsafeRawBufferPointer(rebasing: link[parameter.name.range]))
                unsafe cursor.put("\":")
            }
            unsafe writeValue(parameter, link, &cursor)
        }
        unsafe cursor.put(UInt8(ascii: "}"))
        if hasUnknown { unsafe writeWarnings(link, &cursor) }
    }

    private func writeValue(
        _ parameter: Parameter, _ link: UnsafeRawBufferPointer, _ cursor: inout ByteCursor
    ) {
        if parameter.isSecret { return unsafe cursor.put("\"***\"") }
        let value = parameter.value.range
        switch parameter.form {
        case .list: unsafe writeList(parameter, link, &cursor)
        case .integer, .choice:
            let number = unsafe Self.integer(link.bindMemory(to: UInt8.self).span, value) ?? 0
            unsafe cursor.put(decimal: UInt64(number))
        case .flag:
            unsafe cursor.put(link[value.lowerBound] == UInt8(ascii: "1") ? "true" : "false")
        default: unsafe writeText(parameter, value, link, &cursor)
        }
    }

    private func writeText(
        _ parameter: Parameter, _ value: Range<Int>, _ link: UnsafeRawBufferPointer,
        _ cursor: inout ByteCursor
    ) {
        unsafe cursor.put(UInt8(ascii: "\""))
        if parameter.isPlain {
            unsafe cursor.put(UnsafeRawBufferPointer(rebasing: link[value]))
        } else {
            let bytes = unsafe link.bindMemory(to: UInt8.self).span
            var index = value.lowerBound
            while index < value.upperBound {
                let byte = bytes.decodedByte(
                    at: &index, before: value.upperBound, plusIsSpace: plusIsSpace)
                unsafe cursor.put(escaping: byte)
            }
        }
        unsafe cursor.put(UInt8(ascii: "\""))
    }

    /// The texts between raw `|`, as `ParameterList` reads them.
    private func writeList(
        _ parameter: Parameter, _ link: UnsafeRawBufferPointer, _ cursor: inout ByteCursor
    ) {
        let value = parameter.value.range
        unsafe cursor.put(UInt8(ascii: "["))
        var start = value.lowerBound
        for index in value where unsafe link[index] == UInt8(ascii: "|") {
            unsafe writeText(parameter, start..<index, link, &cursor)
            unsafe cursor.put(UInt8(ascii: ","))
            start = index + 1
        }
        unsafe writeText(parameter, start..<value.upperBound, link, &cursor)
        unsafe cursor.put(UInt8(ascii: "]"))
    }

    private func writeWarnings(_ link: UnsafeRawBufferPointer, _ cursor: inout ByteCursor) {
        unsafe cursor.put(#","warnings":["#)
        var isFirst = true
        for index in 0..<count where parameter(index).place < 0 {
            let name = unsafe UnsafeRawBufferPointer(rebasing: link[parameter(index).name.range])
            if !isFirst { unsafe cursor.put(UInt8(ascii: ",")) }
            isFirst = false
            unsafe cursor.put(#"{"code":"link.parameter.unknown","parameter":""#)
            unsafe cursor.put(name)
            unsafe cursor.put(#"","message":""#)
            unsafe cursor.put(name)
            unsafe cursor.put(#" is not known for this event"}"#)
        }
        unsafe cursor.put(UInt8(ascii: "]"))
    }
}
