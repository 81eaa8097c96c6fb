import PeriluneCore
import PeriluneXML

extension XMLWriter {
    /// Writes the content of OrganizationServiceFault.
    mutating func fault(_ fault: CRMFault, at time: Timestamp?) {
        contractElement("ErrorCode", fault.code.rawValue)
        begin("ErrorDetails", prefix: "a")
        pairs(fault.details, prefix: "a")
        if let seconds = fault.retryAfter, !fault.details.contains(SOAPFault.retryAfterKey) {
            begin("KeyValuePairOfstringanyType", prefix: "a")
            element("key", prefix: "b", SOAPFault.retryAfterKey)
            begin("value", prefix: "b")
            attribute("type", prefix: "i", "e:duration")
            text(SOAPFault.duration(seconds))
            end()
            end()
        }
        end()
        contractElement("Message", fault.message)
        if let time { contractElement("Timestamp", time.description) }
        begin("InnerFault", prefix: "a")
        if let cause = fault.causes.first {
            var inner = cause
            inner.causes = Array(fault.causes.dropFirst())
            self.fault(inner, at: time)
        } else {
            attribute("nil", prefix: "i", "true")
        }
        end()
        contractElement("TraceText", fault.trace)
    }
}

/// Facts of OrganizationServiceFault.
enum SOAPFault {
    /// The detail that says how long to wait where CRM throttles.
    static let retryAfterKey = "Retry-After"

    /// Seconds as XML Schema writes a duration.
    static func duration(_ seconds: Double) -> String {
        let whole = seconds.rounded(.up)
        return "PT\(Int(exactly: max(0, min(whole, 1e9))) ?? 0)S"
    }

    /// Reads `PT1M5.5S`, days included, or .NET's `00:01:05.5`.
    static func seconds(_ text: String) -> Double? {
        text.contains(":") ? clock(text) : schema(text)
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
        else { return nil }
        let total = hours * 3600 + minutes * 60 + seconds
        return total.isFinite && total >= 0 ? total : nil
    }

    private static func schema(_ text: String) -> Double? {
        guard text.hasPrefix("P") else { return nil }
        var total = 0.0
        var number = ""
        var inTime = false
        for character in text.dropFirst() {
            switch character {
            case "0"..."9", ".": number.append(character)
            case "T": inTime = true
            default:
                let units: [Character: Double] =
                    inTime ? ["H": 3600, "M": 60, "S": 1] : ["D": 86400]
                guard let unit = units[character], let value = Double(number) else { return nil }
                total += value * unit
                number = ""
            }
        }
        return number.isEmpty ? total : nil
    }
}
