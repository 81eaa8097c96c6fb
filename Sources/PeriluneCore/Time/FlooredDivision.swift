extension BinaryInteger {
    /// The quotient rounded down, also for negative numbers; the divisor is positive.
    @inlinable package func flooredQuotient(_ divisor: Self) -> Self {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// The remainder of a floored division, which is never negative; the divisor is positive.
    @inlinable package func flooredRemainder(_ divisor: Self) -> Self {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
