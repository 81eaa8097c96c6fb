import Glibc
import PeriluneLocale

extension ValueWriter {
    /// The format of numbers of a value: in full by its format, on an axis with its decimals and unit.
    ///
    /// The decimals of an axis refer to the number itself, so that a percentage has two fewer.
    package var numberFormat: NumberFormat { numberFormat(ofNames: false) }

    /// The format of numbers; those that are names, such as years, have no separators, and those beside numbers of
    /// five digits always have them.
    func numberFormat(ofNames areNames: Bool, isGrouped: Bool = false) -> NumberFormat {
        let writer = self
        var known =
            areNames ? format.kind.nameStyle ?? format.kind.numberStyle : format.kind.numberStyle
        if isGrouped, known?.kind == .general { known?.kind = .grouped }
        let style = known
        let full = areNames ? format.kind.numberStyle : style
        return NumberFormat(
            full: { value in
                guard !value.isNaN else { return "-" }
                guard let full else { return writer.write(.number(value)).text }
                return writer.formats.write(value, full.fitted(to: value))
            },
            axis: { value, unit in writer.writeForAxis(value, unit, style) },
            percent: { writer.formats.write(Double($0), NumberStyle(.percent, .exactly(0))) })
    }

    private func writeForAxis(
        _ value: Double, _ unit: NumberFormat.AxisUnit, _ style: NumberStyle?
    ) -> String {
        // Numbers between named dates on a value axis stay numbers.
        guard var style else {
            let (text, fits) = write(.number(value))
            return fits ? text : formats.write(value, NumberStyle(.general))
        }
        let decimals = max(0, min(12, unit.decimals - min(0, unit.power)) - style.power)
        style.precision = .exactly(decimals)
        // The metric steps of an axis mean nothing for what is already a part of a hundred.
        guard style.kind != .percent, unit.power != 0 else { return formats.write(value, style) }
        if unit.power < 0 {
            let unitOfOne = pow(10, Double(-unit.power))
            style.precision = .exactly(max(0, unit.decimals))
            return formats.numbers(style, unit: Self.smallUnit(unit.power))?
                .write(value * unitOfOne) ?? "\(value)"
        }
        style.power -= unit.power
        // There is no unit above the largest one, so write 2,000T.
        if style.kind == .general { style.kind = .grouped }
        let suffix = formats.unit(ofPower: unit.power)
        return formats.numbers(style, unit: suffix)?.write(value) ?? "\(value)"
    }

    /// `×10⁻⁷`.
    private static func smallUnit(_ power: Int) -> String {
        let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
        return "×10⁻" + String(-power).compactMap { $0.wholeNumberValue.map { digits[$0] } }
    }
}
