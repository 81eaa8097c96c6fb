package import PeriluneCommandKit

/// The commands of the plugin, in the order of the help.
package func crmActions(_ context: any CommandContext) -> [Action] {
    [crmLoginAction, crmWhoAmIAction, crmGenerateAction].map { $0.action(in: context) }
}
