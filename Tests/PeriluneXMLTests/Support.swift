import PeriluneCore
import PeriluneXML

/// The error of a document; `nil` where it has none.
func failure(
    _ text: String, limits: XMLLimits = XMLLimits(), options: XMLOptions = []
) -> PeriluneError? {
    failure(Array(text.utf8), limits: limits, options: options)
}

func failure(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), options: XMLOptions = []
) -> PeriluneError? {
    do throws(PeriluneError) {
        _ = try XMLElement.parse(bytes, limits: limits, options: options)
        return nil
    } catch { return error }
}

func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
