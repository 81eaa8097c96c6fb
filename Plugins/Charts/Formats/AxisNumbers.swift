import Glibc
import PeriluneLocale

extension ValueWriter {
    /// How numbers of a value are written: in full by the format, on an axis with its decimals and unit.
    ///
    /// Decimals of an axis count those of the number as it is, before a percentage makes two of them whole.
    package var numberFormat: NumberFormat { numberFormat(ofNames: false) }

    /// The same; numbers that are names, such as years, are not grouped, and those beside numbers of five
    /// digits always.
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
        // A value axis of dates' names has numbers that lie between them: those stay numbers.
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
        // There is no unit above the largest: 2,000T.
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
