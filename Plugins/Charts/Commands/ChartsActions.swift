package import PeriluneCommandKit

/// The commands of the plugin, in the order of the help.
package func chartsActions(_ context: any CommandContext) -> [Action] {
    [
        chartsRenderAction, chartsServeAction, chartsCheckAction, chartsQueryAction,
        chartsGenerateAction, chartsNewAction, chartsConvertAction, chartsGalleryAction,
        chartsSchemaAction,
    ].map { $0.action(in: context, with: ChartsOptions.ofScripts) }
}
