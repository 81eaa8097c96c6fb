import CRMPlugin

/// The tables of goals and of how they are measured.
enum GoalTables {
    static let all = [goal, metric, rollupField, rollupQuery]

    static let goal = Table(
        "Goal", 9600, "Goal", name: "title",
        [
            .text("Title", 100), .date("GoalStartDate"), .date("GoalEndDate"),
            .flag("IsFiscalPeriodGoal"), .flag("IsAmount").readOnly,
            .flag("ConsiderOnlyGoalOwnersRecords"), .flag("RollupOnlyFromChildGoals"),
            .flag("IsOverridden"), .flag("IsOverride"), .date("LastRolledupDate").readOnly,
            .choice("AmountDataType", [0: "Money", 1: "Decimal", 2: "Integer"]),
            .integer("FiscalYear"), .integer("FiscalPeriod"), .decimal("Percentage"),
            .money("TargetMoney"), .decimal("TargetDecimal"), .integer("TargetInteger"),
            .money("StretchTargetMoney"), .decimal("StretchTargetDecimal"),
            .integer("StretchTargetInteger"), .money("ActualMoney"), .decimal("ActualDecimal"),
            .integer("ActualInteger"), .money("InProgressMoney"), .decimal("InProgressDecimal"),
            .integer("InProgressInteger"), .money("CustomRollupFieldMoney"),
            .decimal("CustomRollupFieldDecimal"), .integer("CustomRollupFieldInteger"),
            .text("TargetString", 100).readOnly, .text("ActualString", 100).readOnly,
            .text("InProgressString", 100).readOnly, .integer("Depth").readOnly, .id("TreeId"),
            .lookup("MetricId", "metric", "metric_goal", Cascade(delete: .restrict)).required,
            .lookup("ParentGoalId", "goal", "goal_parent_goal"),
            .lookup(
                "GoalOwnerId",
                [("systemuser", "goal_goalowner_user"), ("team", "goal_goalowner_team")]),
            .lookup(
                "RollupQueryActualMoneyId", "goalrollupquery",
                "goalrollupquery_actualmoney"),
            .lookup(
                "RollupQueryActualIntegerId", "goalrollupquery",
                "goalrollupquery_actualint"),
            .lookup(
                "RollupQueryActualDecimalId", "goalrollupquery",
                "goalrollupquery_actualdecimal"),
            .states((0, "Open", [0: "Open"]), (1, "Closed", [1: "Closed", 2: "Discarded"])),
        ])

    static let metric = Table(
        "Metric", 9603, "Goal Metric", name: "name", ownership: .organization,
        [
            .text("Name", 100), .memo("Description"), .flag("IsAmount"),
            .flag("IsStretchTracked"),
            .choice("AmountDataType", [0: "Money", 1: "Decimal", 2: "Integer"]),
            .states((0, "Open", [0: "Open"]), (1, "Closed", [1: "Closed"])),
        ])

    static let rollupField = Table(
        "RollupField", 9604, "Rollup Field", name: nil, ownership: .organization,
        [
            .lookup("MetricId", "metric", "metric_rollupfield", Cascade(delete: .cascade)),
            .choice(
                "GoalAttribute",
                [
                    1: "actualdecimal", 2: "actualinteger", 3: "actualmoney",
                    4: "customrollupfielddecimal", 5: "customrollupfieldinteger",
                    6: "customrollupfieldmoney", 7: "inprogressdecimal", 8: "inprogressinteger",
                    9: "inprogressmoney",
                ]), .text("SourceEntity", 64), .text("SourceAttribute", 64),
            .integer("SourceState"),
            .integer("SourceStatus"), .text("DateAttribute", 64),
            .text("EntityForDateAttribute", 64),
        ])

    static let rollupQuery = Table(
        "GoalRollupQuery", set: "goalrollupqueries", 9602, "Rollup Query", name: "name",
        [
            .text("Name", 100), .text("QueryEntityType", 64), .memo("FetchXml", 1_073_741_823),
            Common.activeInactive,
        ])
}
