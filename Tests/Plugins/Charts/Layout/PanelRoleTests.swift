import PeriluneCore
import Testing

@testable import ChartsPlugin

/// What the controls of a panel are for assistive technology.
struct PanelRoleTests {
    @Test func controlsAreSlidersAndSwitchesWithTheirNames() async throws {
        let dashboard = metadata(
            dashboard: """
                <Variables>
                  <Variable Name="$raise" DisplayName="Raise in %" VariableType="float" Value="5" Min="0" Max="20"/>
                  <Variable Name="$open" DisplayName="Open on Sunday" VariableType="boolean" Value="1"/>
                </Variables>
                <DAPanel Name="P" Title="Plan"><VariableName Name="$raise"/><VariableName Name="$open"/></DAPanel>
                """
        ).dashboard
        let session = try SessionLab.session(dashboard, ClosureSource { _ in nil })
        let drawn = try await session.draw(PictureRequest("lab", format: .svg))
        let svg = String(decoding: try #require(drawn).picture.bytes, as: UTF8.self)
        #expect(
            svg.contains(
                #"role="slider" aria-valuemin="0" aria-valuemax="100" aria-valuenow="25" aria-valuetext="5.00" aria-label="Raise in %""#
            ), "\(svg)")
        #expect(svg.contains(#"role="switch" aria-checked="true" aria-label="Open on Sunday""#))
        #expect(svg.contains("Dashboard of 1 chart:"))
    }
}
