import PeriluneCore
import Testing

@testable import NATSPlugin
