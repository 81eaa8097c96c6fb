import PeriluneLocale

extension ValueWriter {
    /// How numbers of a value are written: in full by the format, on an axis with its decimals and unit.
    ///
    /// Decimals of an axis count those of the number as it is, before a percentage makes two of them whole.
    package var numberFormat: NumberFormat { numberFormat(ofNames: false) }

    /// The same; numbers that are names, such as years, are not grouped.
    func numberFormat(ofNames areNames: Bool) -> NumberFormat {
        let writer = self
        let style =
            areNames ? format.kind.nameStyle ?? format.kind.numberStyle : format.kind.numberStyle
        return NumberFormat(
            full: { value in value.isNaN ? "-" : writer.write(.number(value)).text },
            axis: { value, unit in writer.writeForAxis(value, unit, style) })
    }

    private func writeForAxis(
        _ value: Double, _ unit: NumberFormat.AxisUnit, _ style: NumberStyle?
    ) -> String {
        // A value axis of dates' names has numbers that lie between them: those stay numbers.
        guard var style else {
            let (text, fits) = write(.number(value))
            return fits ? text : formats.write(value, NumberStyle(.general))
        }
        let decimals = max(0, unit.decimals - style.power)
        style.precision = .exactly(decimals)
        // The metric steps of an axis mean nothing for what is already a part of a hundred.
        guard style.kind != .percent, unit.power > 0 else { return formats.write(value, style) }
        style.power -= unit.power
        let suffix = formats.unit(ofPower: unit.power)
        return formats.numbers(style, unit: suffix)?.write(value) ?? "\(value)"
    }
}
