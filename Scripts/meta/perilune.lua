---@meta
-- Generated from the declarations in Swift. To update it:
-- PERILUNE_UPDATE=1 make test-only FILTER=EditorDefinitionsTests

--- An event. It cannot be changed; json.with returns a changed copy.
---@class Event
---@field id string unique within its source
---@field source string the sender
---@field type string a dotted name such as link.drill
---@field specversion string the version of CloudEvents: 1.0
---@field subject? string the subject of the event
---@field time? string when it happened, RFC 3339
---@field partitionkey? string the ordering key: events with the same key are processed in order
---@field data any the payload; for a link its url and view
---@field captures table<integer|string, string|number> what the wildcards of the script's url rule matched
---@field [string] any extension attributes

--- What a script returns: the events that it gets, and what it does with them.
---
--- The host checks the declared conditions (on, evt, url, where) before it calls the script; all must match.
---@class Delegate
---@field on? string|string[] event types; * stands for one or more segments: link.*
---@field evt? integer|string|(integer|string)[] event numbers of link drills: 4001, "4000..4099", "custom"
---@field url? string|string[] link rules such as mstr://?evt=4001&reportID=*
---@field where? table<string, any> required values of fields, by dotted path
---@field priority? integer delegates with a higher priority get events first
---@field key? string|fun(event: Event): string|integer the ordering key of events and state: "all", a path, or a function
---@field version? integer the version of the state; default: 1
---@field migrate? fun(old: table, from: integer): table converts state of an older version
---@field expires? string|table<string, string> how long state is kept after its last change: "10m", or { seen = "10m" } for each member of state.seen
---@field shouldHandle? fun(event: Event): boolean? returns whether to call execute; not called for custom events
---@field execute? fun(event: Event, commander: Commander): any processes the event
---@field onTimer? fun(self: Delegate, name: string, commander: Commander, event: Event): any is called when a timer of the module timer is due
---@field shouldHandleLinkDrillNavigation? fun(self: Delegate): boolean? returns whether to call executeURL
---@field tests? Case[]|fun(test: perilune.test): Case[] test cases for perilune test
---@field executeURL? fun(self: Delegate, url: string, commander: Commander, view: string?): any processes a link
---@field willSelectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.selection.category: The user is about to select it. Return false to reject, and a reason if there is one.
---@field didSelectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.category: It was selected.
---@field willDeselectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.deselection.category: The user is about to deselect it. Return false to reject, and a reason if there is one.
---@field didDeselectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.deselection.category: It was deselected.
---@field willSelectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.selection.item: The user is about to select it. Return false to reject, and a reason if there is one.
---@field didSelectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.item: It was selected.
---@field willDeselectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.deselection.item: The user is about to deselect it. Return false to reject, and a reason if there is one.
---@field didDeselectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.deselection.item: It was deselected.
---@field willSelectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.selection.series: The user is about to select it. Return false to reject, and a reason if there is one.
---@field didSelectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.series: It was selected.
---@field willDeselectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.deselection.series: The user is about to deselect it. Return false to reject, and a reason if there is one.
---@field didDeselectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.deselection.series: It was deselected.
---@field willSelectItems? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.selection.items: The user is about to select a rectangle. Return false to reject, and a reason if there is one.
---@field didSelectItems? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.items: The items in a rectangle were selected.
---@field didDoubleTapOnCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.category: A category was double-tapped.
---@field didDoubleTapOnSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.series: A series was double-tapped.
---@field didDoubleTapOnDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.item: A data item was double-tapped.
---@field willChangeDrillDownLevel? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.drill: The user is about to drill down or up. Return false to reject, and a reason if there is one.
---@field didChangeDrillDownLevel? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.drill: A drill-down shows another level.
---@field categoryLevelChanged? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.level: A zooming chart shows another level.
---@field didUpdateRange? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.range: A chart shows another part of its categories.
---@field didSort? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.sort: The categories were sorted.
---@field willFilter? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.filter: The user is about to set a filter. Return false to reject, and a reason if there is one.
---@field didFilter? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.filter: A filter was set.
---@field willChangeVariable? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.variable: The user is about to set a variable. Return false to reject, and a reason if there is one.
---@field didChangeVariable? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.variable: A variable was set.
---@field didChangeWhatIf? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.whatif: A what-if value was set.
---@field willRefresh? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.refresh: The queries are about to run again. Return false to reject, and a reason if there is one.
---@field didRefresh? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.refresh: The queries ran again.
---@field didSelectOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.node: A node of a diagram was selected.
---@field didDoubleTapOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.node: A node was double-tapped.
---@field willChangeValueOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean?, string? chart.will.node: The user is about to set the value of a node. Return false to reject, and a reason if there is one.
---@field didChangeValueOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.node: The value of a node was set.
---@field executeQuery? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.query: Returns the rows of a query, a list of tables.
---@field formatValues? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.format: Returns how values with Format="Script" are written: a list of texts, or prefix, suffix, decimals and factor.
---@field handleError? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.error: Is told of an error or a warning about a chart, once until a refresh; may return the text that stands in its place.
---@field rowsFor? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.rows: Returns which rows of a query visitor.user may see: true for all, or the values of columns.

--- A test case: events, or a function that processes them, and the expected results.
---@class Case
---@field name string what the script must do
---@field events? any[]|{ log: string, as?: string, codec?: table<string, any>, where?: table<string, any>, limit?: integer } links, tables, or events of a log
---@field run? fun(t: perilune.test) a function that processes events with t.decide, instead of events
---@field records? any expected records of the events; fields that are not mentioned are ignored
---@field output? any expected emitted values, compared in full
---@field emitted? any the same as output
---@field outputs? table<string, any> expected values emitted to named outputs, by name
---@field published? any expected published events; fields that are not mentioned are ignored
---@field log? any expected log lines, or their messages
---@field count? table<string, any> expected numbers of outcomes, effects by kind, emitted, published, log, errors
---@field state? { before?: table<string, any>, after?: table<string, any> } the state before and the expected state after, by key
---@field time? string the time of events without one, RFC 3339
---@field seed? integer random seed
---@field script? string the script; default: the one beside the test file
---@field scripts? string[] the scripts, in the order in which they get events
---@field answers? table<string, any> the answers of effects, by kind and entity: crm.retrieve lead
---@field calls? any the expected effects that were answered
---@field crm? { before?: any[], after?: any[], answers?: table<string, any>, calls?: any, sample?: boolean } records of a sandbox CRM before and the expected ones after, or the answers of a CRM
---@field charts? { open?: string[], after?: table<string, any> } the dashboards that are open, and their expected state
---@field skip? boolean|string skips the case; a string gives the reason

--- A dashboard: charts and others, variables, filters, places.
---@class charts.Dashboard
---@field items? (charts.Chart|charts.DrillDownGroup|charts.TreeMapGroup|charts.OverlayGroup|charts.DataGrid|charts.DaPanel|charts.Diagram)[] Charts and others, each with its node; without one it is a Chart.
---@field variables? (charts.Variable)[] All <Variable>.
---@field filters? (charts.Filter)[] All <Filter>.
---@field dashboardLayout? charts.DashboardLayout <DashboardLayout>.

--- <Chart> of a dashboard.
---@class charts.Chart
---@field node? "Chart" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field chartType "Column"|"StackedColumn"|"PercentColumn"|"Bar"|"StackedBar"|"PercentBar"|"Line"|"Area"|"StackedArea"|"PercentArea"|"Pie"|"Donut"|"Histogram"|"BoxPlot"|"Waterfall"|"Candlestick"|"HeatMap"|"KPI"|"Bubble"|"Scatter"|"DataGrid"|"HorizontalBullet"|"VerticalBullet"|"TreeMap" The kind of chart.
---@field title? string|number The title.
---@field subtitle? string|number A second title.
---@field source? string|number Where the data comes from, written below the chart.
---@field chartSequence? integer The place in a group, from 1.
---@field referenceValue? number A line at this number.
---@field referenceLabel? string|number The text at the reference line.
---@field upperThreshold? number Numbers above it are marked.
---@field upperLabel? string|number The text at the upper threshold.
---@field lowerThreshold? number Numbers below it are marked.
---@field lowerLabel? string|number The text at the lower threshold.
---@field predictiveStartCategory? string|number The category from which values are a forecast.
---@field query? string|number The query that provides the rows.
---@field byCategory? boolean Drills down by category only, whatever series is tapped.
---@field category? string|charts.Category <Category>.
---@field series? string|charts.Series <Series>.
---@field facet? string|charts.Facet <Facet>.
---@field values? (string|charts.Value)[] All <Value>.
---@field zoomingLevels? (charts.ZoomingLevel)[] All <ZoomingLevel>.
---@field whatIfColumns? (charts.WhatIfColumn)[] All <Column>.
---@field filters? (string|charts.FilterName)[] All <FilterName>.
---@field display? charts.Display <Display>.

--- <DrillDownGroup> of a dashboard.
---@class charts.DrillDownGroup
---@field node? "DrillDownGroup" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field title? string|number The title.
---@field charts? (charts.Chart)[] All <Chart>.

--- <TreeMapGroup> of a dashboard.
---@class charts.TreeMapGroup
---@field node? "TreeMapGroup" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field title? string|number The title.
---@field treeMapLevels? (charts.TreeMapLevel)[] All <TreeMapLevel>.

--- <TreeMapLevel> of a dashboard.
---@class charts.TreeMapLevel
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field chartType "Column"|"StackedColumn"|"PercentColumn"|"Bar"|"StackedBar"|"PercentBar"|"Line"|"Area"|"StackedArea"|"PercentArea"|"Pie"|"Donut"|"Histogram"|"BoxPlot"|"Waterfall"|"Candlestick"|"HeatMap"|"KPI"|"Bubble"|"Scatter"|"DataGrid"|"HorizontalBullet"|"VerticalBullet"|"TreeMap" The kind of chart.
---@field title? string|number The title.
---@field subtitle? string|number A second title.
---@field source? string|number Where the data comes from, written below the chart.
---@field chartSequence? integer The place in a group, from 1.
---@field referenceValue? number A line at this number.
---@field referenceLabel? string|number The text at the reference line.
---@field upperThreshold? number Numbers above it are marked.
---@field upperLabel? string|number The text at the upper threshold.
---@field lowerThreshold? number Numbers below it are marked.
---@field lowerLabel? string|number The text at the lower threshold.
---@field predictiveStartCategory? string|number The category from which values are a forecast.
---@field query string|number The query that provides the rows.
---@field category? string|charts.Category <Category>.
---@field values? (string|charts.Value)[] All <Value>.
---@field filters? (string|charts.FilterName)[] All <FilterName>.

--- <OverlayGroup> of a dashboard.
---@class charts.OverlayGroup
---@field node? "OverlayGroup" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field title? string|number The title.
---@field subtitle? string|number A second title.
---@field source? string|number Where the data comes from, written below the chart.
---@field dualAxisEnabled? boolean Gives the second layer an axis of its own.
---@field category? string|charts.Category <Category>.
---@field layers? (charts.Layer)[] All <Layer>.
---@field display? charts.Display <Display>.

--- <Layer> of a dashboard.
---@class charts.Layer
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field chartType "Column"|"StackedColumn"|"PercentColumn"|"Bar"|"StackedBar"|"PercentBar"|"Line"|"Area"|"StackedArea"|"PercentArea"|"Pie"|"Donut"|"Histogram"|"BoxPlot"|"Waterfall"|"Candlestick"|"HeatMap"|"KPI"|"Bubble"|"Scatter"|"DataGrid"|"HorizontalBullet"|"VerticalBullet"|"TreeMap" The kind of chart.
---@field title? string|number The title.
---@field subtitle? string|number A second title.
---@field source? string|number Where the data comes from, written below the chart.
---@field chartSequence? integer The place in a group, from 1.
---@field referenceValue? number A line at this number.
---@field referenceLabel? string|number The text at the reference line.
---@field upperThreshold? number Numbers above it are marked.
---@field upperLabel? string|number The text at the upper threshold.
---@field lowerThreshold? number Numbers below it are marked.
---@field lowerLabel? string|number The text at the lower threshold.
---@field predictiveStartCategory? string|number The category from which values are a forecast.
---@field query string|number The query that provides the rows.
---@field series? string|charts.Series <Series>.
---@field values? (string|charts.Value)[] All <Value>.
---@field whatIfColumns? (charts.WhatIfColumn)[] All <Column>.
---@field filters? (string|charts.FilterName)[] All <FilterName>.

--- <Category> of a dashboard.
---@class charts.Category
---@field displayName? string|number The name that users read.
---@field column? string|number The column of the query.
---@field format? "Month"|"ShortMonth"|"WeekDay"|"ShortWeekDay"|"ShortDate"|"LongDate"|"Currency"|"Percent"|"Percentage"|"Rounded"|"Rounded0"|"Rounded1"|"Rounded2"|"Rounded3"|"Rounded4"|"Rounded5"|"Rounded6"|"Rounded7"|"Rounded8"|"Rounded9"|"Script" How values are written.
---@field currencyCode? string|number The currency of `Format="Currency"`, such as `EUR`.
---@field sort? "Data"|"Name"|"Natural"|"Value" The order of the categories; without it, that of the rows.
---@field descending? boolean Reverses `Sort`.
---@field order? string[] The first categories, in this order.
---@field top? integer Shows only so many categories; the others are combined into one.
---@field other? string|number The name of the category that stands for those after `Top`.
---@field scale? "Category"|"Time"|"Log"|"SymmetricLog" How categories lie along the axis.
---@field binWidth? number The length of the intervals of a histogram.
---@field totals? string[] The categories of a waterfall that are sums.
---@field hexagons? boolean Draws the points of a scatter or bubble chart as hexagons whose color shows how many there are.

--- <Series> of a dashboard.
---@class charts.Series
---@field displayName? string|number The name that users read.
---@field column? string|number The column of the query.
---@field format? "Month"|"ShortMonth"|"WeekDay"|"ShortWeekDay"|"ShortDate"|"LongDate"|"Currency"|"Percent"|"Percentage"|"Rounded"|"Rounded0"|"Rounded1"|"Rounded2"|"Rounded3"|"Rounded4"|"Rounded5"|"Rounded6"|"Rounded7"|"Rounded8"|"Rounded9"|"Script" How values are written.
---@field currencyCode? string|number The currency of `Format="Currency"`, such as `EUR`.

--- <Facet> of a dashboard.
---@class charts.Facet
---@field displayName? string|number The name that users read.
---@field column? string|number The column of the query.
---@field format? "Month"|"ShortMonth"|"WeekDay"|"ShortWeekDay"|"ShortDate"|"LongDate"|"Currency"|"Percent"|"Percentage"|"Rounded"|"Rounded0"|"Rounded1"|"Rounded2"|"Rounded3"|"Rounded4"|"Rounded5"|"Rounded6"|"Rounded7"|"Rounded8"|"Rounded9"|"Script" How values are written.
---@field currencyCode? string|number The currency of `Format="Currency"`, such as `EUR`.

--- <Value> of a dashboard.
---@class charts.Value
---@field expression string|number Computes the value from the columns of the query and variables.
---@field displayName? string|number The name that users read.
---@field format? "Month"|"ShortMonth"|"WeekDay"|"ShortWeekDay"|"ShortDate"|"LongDate"|"Currency"|"Percent"|"Percentage"|"Rounded"|"Rounded0"|"Rounded1"|"Rounded2"|"Rounded3"|"Rounded4"|"Rounded5"|"Rounded6"|"Rounded7"|"Rounded8"|"Rounded9"|"Script" How values are written.
---@field valueSequence? integer What the value is for, from 1: of a bubble, 1 is the height and 2 the size.
---@field currencyCode? string|number The currency of `Format="Currency"`, such as `EUR`.
---@field aggregate? "Sum"|"Mean"|"Median"|"Min"|"Max"|"Count"|"Distinct"|"First"|"Last"|"WeightedMean"|"LowerQuartile"|"UpperQuartile"|"LowerWhisker"|"UpperWhisker" How the rows of a category and series become one number.
---@field weight? string|number The weight of each row in `Aggregate="WeightedMean"`.
---@field scale? "Log"|"SymmetricLog" Makes the axis logarithmic; `SymmetricLog` also below zero.
---@field lowerIsBetter? boolean Whether a smaller number is an improvement.

--- <Display> of a dashboard.
---@class charts.Display
---@field isTitleHidden? boolean Leaves the title out.
---@field isLegendHidden? boolean Leaves the legend out.
---@field isThumbnail? boolean Draws the marks alone, for a small picture.
---@field showsHorizontalAxis? boolean Whether the horizontal axis has labels.
---@field showsVerticalAxis? boolean Whether the vertical axis has labels.
---@field showsHorizontalAxisTitle? boolean Whether the horizontal axis has a title.
---@field showsVerticalAxisTitle? boolean Whether the vertical axis has a title.
---@field showsGridLabel? boolean Whether lines of the grid have numbers.
---@field showsXAxisAtTop? boolean Draws the horizontal axis above the plot.
---@field showsSeriesLabels? boolean Whether slices of a pie have names beside them, instead of a legend.
---@field directLabels? boolean Writes names at the ends of up to 8 lines instead of a legend, if they fit.
---@field rowHeight? number The height of horizontal bars and bullets, in points.
---@field rowSpacing? number The space between horizontal bars or bullets, in points.

--- <ZoomingLevel> of a dashboard.
---@class charts.ZoomingLevel
---@field query string|number The query that provides the rows.
---@field categoryColumn string|number The column with the categories of the level.
---@field title? string|number The title.

--- <Column> of a dashboard.
---@class charts.WhatIfColumn
---@field name string|number The column of the query that users change.
---@field variableType "integer"|"float" The type of the values.
---@field displayName? string|number The name that users read.
---@field min number The least value that users can set.
---@field max number The greatest value that users can set.
---@field value? number The value before a user changes it, where the rows have none.
---@field step? number The distance between values that users can set.
---@field decimals? integer How many decimals users can set.

--- <FilterName> of a dashboard.
---@class charts.FilterName
---@field name string|number The name of a filter of the dashboard.

--- <DataGrid> of a dashboard.
---@class charts.DataGrid
---@field node? "DataGrid" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field query string|number The query that provides the rows.
---@field title? string|number The title.
---@field columns? (charts.GridColumn)[] All <Column>.
---@field charts? (charts.GridChart)[] All <Chart>.
---@field filters? (string|charts.FilterName)[] All <FilterName>.

--- <Column> of a dashboard.
---@class charts.GridColumn
---@field type "Data"|"Chart"|"Variance" What the column shows.
---@field value string|number The column of the query; of a variance an expression.
---@field header? string|number The heading of the column.
---@field format? "Month"|"ShortMonth"|"WeekDay"|"ShortWeekDay"|"ShortDate"|"LongDate"|"Currency"|"Percent"|"Percentage"|"Rounded"|"Rounded0"|"Rounded1"|"Rounded2"|"Rounded3"|"Rounded4"|"Rounded5"|"Rounded6"|"Rounded7"|"Rounded8"|"Rounded9"|"Script" How values are written.
---@field currencyCode? string|number The currency of `Format="Currency"`, such as `EUR`.
---@field isHeaderColumn? boolean Whether the column names the rows.
---@field columnSequence? integer The place of the column, from 1.
---@field chartName? string|number The chart in `<Charts>` that each row shows.
---@field color? string|number Computes the name of the color of a row, such as `if(A > B, 'green', 'red')`.

--- <Chart> of a dashboard.
---@class charts.GridChart
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field chartType "Column"|"StackedColumn"|"PercentColumn"|"Bar"|"StackedBar"|"PercentBar"|"Line"|"Area"|"StackedArea"|"PercentArea"|"Pie"|"Donut"|"Histogram"|"BoxPlot"|"Waterfall"|"Candlestick"|"HeatMap"|"KPI"|"Bubble"|"Scatter"|"DataGrid"|"HorizontalBullet"|"VerticalBullet"|"TreeMap" The kind of chart.
---@field title? string|number The title.
---@field subtitle? string|number A second title.
---@field source? string|number Where the data comes from, written below the chart.
---@field chartSequence? integer The place in a group, from 1.
---@field referenceValue? number A line at this number.
---@field referenceLabel? string|number The text at the reference line.
---@field upperThreshold? number Numbers above it are marked.
---@field upperLabel? string|number The text at the upper threshold.
---@field lowerThreshold? number Numbers below it are marked.
---@field lowerLabel? string|number The text at the lower threshold.
---@field predictiveStartCategory? string|number The category from which values are a forecast.
---@field category? string|charts.Category <Category>.
---@field series? string|charts.Series <Series>.
---@field values? (string|charts.Value)[] All <Value>.

--- <Variable> of a dashboard.
---@class charts.Variable
---@field name string|number The name in expressions, which begins with `$`.
---@field variableType "integer"|"float"|"boolean"|"date"|"enum" The type of the variable.
---@field displayName? string|number The name that users read.
---@field value? string|number The value before a user changes it; of a date `date(2024,3,31)`.
---@field selection? integer The choice that is selected at first, from 0.
---@field min? string|number The least value; of a date `date(2024,3,31)`.
---@field max? string|number The greatest value; of a date `date(2024,3,31)`.
---@field step? number The distance between values that users can set.
---@field decimals? integer How many decimals users can set.
---@field choices? (string|charts.Choice)[] All <Choice>.

--- <Choice> of a dashboard.
---@class charts.Choice
---@field value string|number The value that expressions get.
---@field display? string|number The text that users read instead of the value.

--- <DAPanel> of a dashboard.
---@class charts.DaPanel
---@field node? "DAPanel" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field title? string|number The title.
---@field variableNames? (string|charts.VariableName)[] All <VariableName>.

--- <VariableName> of a dashboard.
---@class charts.VariableName
---@field name string|number The name of a variable.
---@field sequence? integer The place, from 1.

--- <Filter> of a dashboard.
---@class charts.Filter
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field filterType "range"|"picklist" Whether users choose values, or a range.
---@field column string|number The column that the filter restricts.
---@field sourceQuery string|number The query whose rows have the values to choose from.
---@field sequence? integer The place, from 1.

--- <DashboardLayout> of a dashboard.
---@class charts.DashboardLayout
---@field scale? "Percent"|"Points" The unit of places and sizes; without it, percent.
---@field landscape? charts.Landscape <Landscape>.
---@field portrait? charts.Portrait <Portrait>.

--- <Landscape> of a dashboard.
---@class charts.Landscape
---@field contentWidth? number The width of the content in points.
---@field contentHeight? number The height of the content in points.
---@field layouts? (charts.Layout)[] All <Layout>.

--- <Portrait> of a dashboard.
---@class charts.Portrait
---@field contentWidth? number The width of the content in points.
---@field contentHeight? number The height of the content in points.
---@field layouts? (charts.Layout)[] All <Layout>.

--- <Layout> of a dashboard.
---@class charts.Layout
---@field name string|number The name of the item that is placed.
---@field top number The distance from the upper edge.
---@field left number The distance from the left edge.
---@field width number The width.
---@field height number The height.

--- <Diagram> of a dashboard.
---@class charts.Diagram
---@field node? "Diagram" Which node it is.
---@field name string|number The name, by which scripts, layouts and addresses know it.
---@field query string|number The query that provides the rows.
---@field nodes? (charts.Node)[] All <Node>.

--- <Node> of a dashboard.
---@class charts.Node
---@field name string|number The column of the query with the value of the node.
---@field text string|number The name that users read.
---@field charts? string[] The charts that show more of the node.
---@field parentNode? string[] The nodes that this one belongs to.
---@field expression? string|number Computes the node from other nodes; a node without it is an input.
---@field format? "Month"|"ShortMonth"|"WeekDay"|"ShortWeekDay"|"ShortDate"|"LongDate"|"Currency"|"Percent"|"Percentage"|"Rounded"|"Rounded0"|"Rounded1"|"Rounded2"|"Rounded3"|"Rounded4"|"Rounded5"|"Rounded6"|"Rounded7"|"Rounded8"|"Rounded9"|"Script" How values are written.
---@field default? boolean Selects the node at first.
---@field nodeTos? (string|charts.NodeTo)[] All <NodeTo>.

--- <NodeTo> of a dashboard.
---@class charts.NodeTo
---@field name string|number The name of the node that this one acts on.

--- Aggregates of events, for windows or for a table of your own.
---@class perilune.aggregate
local aggregate = {}

--- Counts events, or values that are not missing.
---@param path? any where the value is, such as data.bytes, or a function that returns it
---@return table
function aggregate.count(path) end

--- Adds up numbers.
---@param path any where the value is, such as data.bytes, or a function that returns it
---@return table
function aggregate.sum(path) end

--- Finds the smallest number.
---@param path any where the value is, such as data.bytes, or a function that returns it
---@return table
function aggregate.min(path) end

--- Finds the largest number.
---@param path any where the value is, such as data.bytes, or a function that returns it
---@return table
function aggregate.max(path) end

--- Computes the mean of numbers.
---@param path any where the value is, such as data.bytes, or a function that returns it
---@return table
function aggregate.mean(path) end

--- Estimates the number of distinct values (HyperLogLog, standard error 1.6 %).
---@param path any where the value is, such as data.bytes, or a function that returns it
---@return table
function aggregate.distinct(path) end

--- Estimates quantiles of numbers (DDSketch, relative error at most 1 %); several are returned as a list.
---@param path any where the value is, such as data.bytes, or a function that returns it
---@param ... number from 0 to 1, such as 0.95
---@return table
function aggregate.quantile(path, ...) end

--- Combines aggregates; add(totals, event) changes a table, such as a member of state, and result(totals) returns the results by name.
---@param aggregates table by name
---@return { add: fun(self, totals: table, event: any), merge: fun(self, totals: table, others: table), result: fun(self, totals: table): table }
function aggregate.of(aggregates) end

--- Bytes as text of 64 characters (RFC 4648).
---@class perilune.base64
local base64 = {}

--- Encodes with + and /, with padding.
---@param text string any bytes
---@return string
function base64.encode(text) end

--- Decodes text with + and / and padding; an error for anything else.
---@param text string text without white space
---@return string
function base64.decode(text) end

--- Encodes with - and _, without padding.
---@param text string any bytes
---@return string
function base64.encodeURL(text) end

--- Decodes text with - and _ without padding; an error for anything else.
---@param text string text without white space
---@return string
function base64.decodeURL(text) end

--- Controls open dashboards: selections, drills, filters, variables.
---@class perilune.charts
local charts = {}

--- Returns the definition of a dashboard, which a file returns that is opened with --charts or `charts render`.
---@param dashboard charts.Dashboard items, variables, filters and dashboardLayout, with the attributes of the metadata
---@return charts.Dashboard
function charts.define(dashboard) end

--- Selects a category, a series, one item, or several items.
---@async
---@param chart string the chart
---@param what table category, series (or both), items, or node
function charts.select(chart, what) end

--- Removes a selection.
---@async
---@param chart string the chart
---@param what table category, series (or both), items, or node
function charts.deselect(chart, what) end

--- Drills down into a category, a series or both, or drills up.
---@async
---@param chart string the chart
---@param what table category, series; or to, the level to drill up to
function charts.drill(chart, what) end

--- Shows a level of a zooming chart.
---@async
---@param chart string the chart
---@param level integer the level, from 0, the coarsest
function charts.level(chart, level) end

--- Sets a filter of the dashboard; without values it removes the filter.
---@async
---@param dashboard string the dashboard
---@param filter string the filter
---@param choice? table values, a list; or lower and upper
function charts.filter(dashboard, filter, choice) end

--- Sets a variable of the dashboard.
---@async
---@param dashboard string the dashboard
---@param variable string the variable, such as $region
---@param value any a number, a boolean or a string
function charts.set(dashboard, variable, value) end

--- Sets a what-if column for the rows of a category.
---@async
---@param chart string the chart
---@param what table category, column and value
function charts.whatif(chart, what) end

--- Sets the value of a node of an influence diagram.
---@async
---@param diagram string the diagram
---@param node string the node
---@param value any a number, or relative as "+10%"
function charts.node(diagram, node, value) end

--- Resets a chart or a dashboard.
---@async
---@param chart string the chart, or the dashboard
function charts.reset(chart) end

--- Runs the queries of the dashboard again.
---@async
---@param dashboard string the dashboard
function charts.refresh(dashboard) end

--- Sorts categories by a value; without a column it restores the original order.
---@async
---@param chart string the chart
---@param column? string a value or a series
---@param ascending? boolean default: true
function charts.sort(chart, column, ascending) end

--- Scrolls to a part of the categories.
---@async
---@param chart string the chart
---@param lower number from 0
---@param upper number to 1
function charts.range(chart, lower, upper) end

--- Hides a series, or shows it again.
---@async
---@param chart string the chart
---@param series string the series
---@param shown boolean false hides the series
function charts.show(chart, series, shown) end

--- Computes the value that one node needs for another to reach a goal.
---@async
---@param diagram string the diagram
---@param what table goal, target and lever; lower and upper bounds of the lever
---@return { answer: string, value?: number, sensitivities: table<string, number> }
function charts.seek(diagram, what) end

--- Returns the state of a dashboard or a chart: selections, drills, filters and values that were set.
---@async
---@param view string the dashboard, or the chart
---@return table
function charts.state(view) end

--- Returns the names of all dashboards and charts.
---@return string[]
function charts.views() end

--- Decides the event and acts on it; call its methods with a colon.
---@class Commander
local commander = {}

--- Emits a value: writes it to the output as one line of JSON.
---@param value any any value but a function; parts of the event are written byte for byte
---@param output? string the name of an output that perilune.lua declares in outputs; the default output if omitted
function commander:emit(value, output) end

--- Leaves the event to the default handling.
---@param url? string the link to use instead of the event's
function commander:default(url) end

--- Leaves a link to the default handling; once per event.
---@param url string the event's link, or another one
function commander:handleURLLink(url) end

--- Rejects the event; its record keeps the reason.
---@param reason? any the reason, or a table with reason; continue = true processes the events of the link after this one
function commander:reject(reason) end

--- Passes the event on to the next delegate.
function commander:pass() end

--- Publishes a new event, which is processed after this one.
---@param event table type, and optionally subject, source, time, data
function commander:publish(event) end

--- Sends requests to a CRM organization; each is an effect of the event.
---@class perilune.crm
---@field null any clears an attribute, like json.null
local crm = {}

--- Creates a record and returns its id. When repeated after a crash, it returns the record that it created before.
---@async
---@param entity string the logical name of the table: lead
---@param attributes table values by logical name
---@param options? table organization: default: the first; version: fail unless the record still has this version; formatted: add formatted values
---@return string
function crm.create(entity, attributes, options) end

--- Reads a record; returns a table with id, logicalname and the attributes that have values.
---@async
---@param entity string the logical name of the table: lead
---@param record any the record's id, or a table with id
---@param columns? any logical names; default: all columns
---@param options? table organization: default: the first; version: fail unless the record still has this version; formatted: add formatted values
---@return table<string, any>
function crm.retrieve(entity, record, columns, options) end

--- Iterates over the records of a query, and waits for each page: for record in crm.retrieveMultiple(query) do.
---@param query any FetchXML as a string or a table, or the name of a table
---@param options? table for the name of a table: select, filter, orderby, top (OData); always: count, formatted, organization
---@return fun(): table<string, any>?
function crm.retrieveMultiple(query, options) end

--- Updates the given attributes; crm.null clears one.
---@async
---@param entity string the logical name of the table: lead
---@param record any the record's id, or a table with id
---@param attributes table values by logical name
---@param options? table organization: default: the first; version: fail unless the record still has this version; formatted: add formatted values
function crm.update(entity, record, attributes, options) end

--- Deletes a record.
---@async
---@param entity string the logical name of the table: lead
---@param record any the record's id, or a table with id
---@param options? table organization: default: the first; version: fail unless the record still has this version; formatted: add formatted values
function crm.delete(entity, record, options) end

--- Sends a message and waits for its results, such as crm.execute { "SetState", EntityMoniker = lead, State = 1, Status = 2 }.
---@param request table the name of the message, and its parameters as fields
---@param options? table organization: default: the first; version: fail unless the record still has this version; formatted: add formatted values
---@return table
function crm.execute(request, options) end

--- Rows of CSV (RFC 4180).
---@class perilune.csv
local csv = {}

--- Returns the values of a row as a list of strings.
---@param row string one row, without the line break at its end
---@param options? table delimiter, by default a comma, and quote, by default "; each is one character
---@return string[]
function csv.parse(row, options) end

--- Returns a row, with quotes where they are needed.
---@param values table a list of strings, numbers and booleans
---@param options? table delimiter, by default a comma, and quote, by default "; each is one character
---@return string
function csv.format(values, options) end

--- Finds values that were seen before.
---@class perilune.dedupe
local dedupe = {}

--- Makes an object that remembers values for a time; seen(value) returns whether the value was seen within that time; if it was not, it is remembered.
---@param duration string how long a value is remembered, such as 30s, 10m or 1h30m
---@param options? table name
---@return { seen: fun(self, value: string|integer): boolean }
function dedupe.within(duration, options) end

--- Digests of strings, in hexadecimal.
---@class perilune.hash
local hash = {}

--- Returns the SHA-256 digest, as sha256sum writes it.
---@param text string any bytes
---@return string
function hash.sha256(text) end

--- Returns the SHA-384 digest.
---@param text string any bytes
---@return string
function hash.sha384(text) end

--- Returns the SHA-512 digest.
---@param text string any bytes
---@return string
function hash.sha512(text) end

--- Returns the SHA-1 digest, which is not safe against forgery.
---@param text string any bytes
---@return string
function hash.sha1(text) end

--- Returns the MD5 digest, which is not safe against forgery.
---@param text string any bytes
---@return string
function hash.md5(text) end

--- Returns the CRC-32 checksum, as gzip computes it.
---@param text string any bytes
---@return string
function hash.crc32(text) end

--- Returns the XXH64 hash, the fastest: to group or sample, not against forgery.
---@param text string any bytes
---@return string
function hash.xxh64(text) end

--- Returns a digest that only those who know the key can compute (HMAC).
---@param algorithm string md5, sha1, sha256, sha384 or sha512
---@param key string the key, any bytes
---@param text string any bytes
---@return string
function hash.hmac(algorithm, key, text) end

--- Bytes as hexadecimal digits.
---@class perilune.hex
local hex = {}

--- Encodes as lower-case digits.
---@param text string any bytes
---@return string
function hex.encode(text) end

--- Decodes digits of either case; an error for anything else.
---@param text string two digits for each byte
---@return string
function hex.decode(text) end

--- Sends HTTP requests to hosts that the configuration grants; each is an effect of the event.
---@class perilune.http
local http = {}

--- Sends a GET request, and waits for the response.
---@param url string an http or https URL, percent-encoded
---@param options? table headers; timeout: seconds; redirects: how many are followed, default: 5
---@return { status: integer, url: string, headers: table<string, string>, body: string?, base64: string?, json: fun(self): any }
function http.get(url, options) end

--- Sends a POST request, and waits for the response.
---@param url string an http or https URL, percent-encoded
---@param body any a string, or a table that is sent as JSON
---@param options? table headers; timeout: seconds; redirects; idempotent: true if the server recognizes the Idempotency-Key or the request only reads, so that it may be repeated
---@return { status: integer, url: string, headers: table<string, string>, body: string?, base64: string?, json: fun(self): any }
function http.post(url, body, options) end

--- Sends a request with any method, and waits for the response: http.request { method = "PUT", url = url, json = data }.
---@param request table url; method: GET (default), HEAD, OPTIONS, POST, PUT, PATCH or DELETE; headers; body: a string; json: a value that is sent as JSON; timeout; redirects; idempotent
---@return { status: integer, url: string, headers: table<string, string>, body: string?, base64: string?, json: fun(self): any }
function http.request(request) end

--- Internet addresses and networks, IPv4 and IPv6.
---@class perilune.ip
local ip = {}

--- Returns an address in its shortest spelling; nil for anything else, also for numbers with leading zeros.
---@param address string such as 192.168.0.1 or 2001:db8::1
---@return string?
function ip.parse(address) end

--- Returns 4 or 6; nil if the text is not an address.
---@param address string such as 192.168.0.1 or 2001:db8::1
---@return integer?
function ip.version(address) end

--- Returns whether an address is in a network; false if the text is not an address. An IPv4 network also contains its addresses as IPv6, such as ::ffff:10.0.0.1.
---@param network string such as 10.0.0.0/8 or 2001:db8::/32, or a single address
---@param address string such as 192.168.0.1 or 2001:db8::1
---@return boolean
function ip.contains(network, address) end

--- Returns whether an address is private, shared (100.64.0.0/10), link-local or loopback; nil if the text is not an address.
---@param address string such as 192.168.0.1 or 2001:db8::1
---@return boolean?
function ip.isPrivate(address) end

--- Joins events that have the ordering key in common.
---@class perilune.join
local join = {}

--- Makes a join. add(side, value) returns the values of other sides at most this time away, and whether the value is late and matches none; unmatched(event), in onTimer, iterates over the values without a match.
---@param duration string how far apart the events are at most, such as 30s, 10m or 1h30m
---@param options? table name, lateness, limit
---@return { add: fun(self, side: string, value: any): any[], boolean, unmatched: fun(self, event: Event): fun(): { side: string, value: any }? }
function join.within(duration, options) end

--- Converts JSON text to values and back, and changes copies of parts of the event.
---@class perilune.json
---@field null any JSON null; unlike nil it can be stored in tables
local json = {}

--- Returns a value as JSON text with sorted names.
---@param value any any value but a function
---@return string
function json.encode(value) end

--- Parses JSON text.
---@param text string one JSON document
---@return any
function json.decode(text) end

--- Copies a part of the event into a table that can be changed.
---@param value any a part of the event, or a table
---@return any
function json.copy(value) end

--- Returns the object with some members set; the rest stays byte for byte.
---@param object any a part of the event, or a table
---@param changes table names and new values
---@return any
function json.with(object, changes) end

--- Returns the object without some members; the rest stays byte for byte.
---@param object any a part of the event, or a table
---@param ... string the names of the members
---@return any
function json.without(object, ...) end

--- Returns a member of the event as raw JSON, as it was written.
---@param object any a part of the event
---@param name? string a member; default: the whole part
---@return string?
function json.text(object, name) end

--- Marks a table as an array: `[]` even when empty.
---@param table? table a sequence
---@return table
function json.array(table) end

--- Marks a table as an object: `{}` even when it looks like a sequence.
---@param table? table a table with names as keys
---@return table
function json.object(table) end

--- Lists of names and values, such as `level=info msg="user logged in"`.
---@class perilune.kv
local kv = {}

--- Returns the values by their names: strings, or true for a name without a value. Values may be quoted; of a repeated name the last value counts.
---@param text string one line
---@param separator? string the character between pairs; white space by default
---@param assignment? string the character between a name and its value; = by default
---@return table
function kv.parse(text, separator, assignment) end

--- Parses link drills: events, parameters, prompt answers, edit links.
---@class perilune.link
local link = {}

--- Parses a link; what it does not have is nil.
---@param url string a link; secrets in it are not masked in the result
---@return { scheme: string?, host: string?, path: string, fragment: string?, form: string, canonical: string?, problem: string?, number: integer?, name: string?, custom: boolean, known: boolean, target: string?, parameters: table, all: table, lists: table?, prompts: table?, dossier: table?, events: table[], warnings: table[] }
function link.parse(url) end

--- Returns the link with some parameters set; lists and prompt answers have the form in which link.parse returns them.
---@param url string a link
---@param changes table names and new values; json.null removes a parameter
---@return string
function link.with(url, changes) end

--- Returns the parameters of prompt answers, to append to a link.
---@param answers table values and elements, in the form of link.parse(url).prompts
---@return string
function link.prompts(answers) end

--- Percent-encodes a string for a parameter of a link.
---@param text string any string
---@return string
function link.encode(text) end

--- Replaces the secrets in a link or any other text by ***.
---@param url string a link, or text with links
---@return string
function link.redact(url) end

--- Parses an XML document of edit links; returns the links and the default.
---@param xml string a document with the root ud
---@return table
function link.editLinks(xml) end

--- Returns an XML document of edit links.
---@param document table links and default, in the form of link.editLinks
---@return string
function link.writeEditLinks(document) end

--- Writes lines to the log of the host.
---@class perilune.log
local log = {}

--- Logs a line at the level debug.
---@param message string the message
---@param fields? table values to log with the message
function log.debug(message, fields) end

--- Logs a line at the level info.
---@param message string the message
---@param fields? table values to log with the message
function log.info(message, fields) end

--- Logs a line at the level warn.
---@param message string the message
---@param fields? table values to log with the message
function log.warn(message, fields) end

--- Logs a line at the level error.
---@param message string the message
---@param fields? table values to log with the message
function log.error(message, fields) end

--- Describes customized login screens.
---@class perilune.login
local login = {}

--- Returns a screen with all defaults filled in: style, background, icon, labels, buttons.
---@param screen string the name of the screen
---@param options? table device: ipad, iphone-x, ...; orientation: landscape or portrait
---@return table
function login.resolve(screen, options) end

--- Finds rows of CSV, JSON and SQLite files by a key.
---@class perilune.lookup
local lookup = {}

--- Opens a file, at the top level of the script; rows[key] is the row with a key as a table, or nil, and #rows is how many there are.
---@param file string the file, relative to the folder of the script
---@param options table key: the column that finds rows; format: csv, tsv, json or sqlite, by default as the file's name ends; table: of a database; delimiter: of csv, default: a comma; duplicates: "first" if of rows with the same key the first counts, by default they are an error
---@return table<string|number, table?>
function lookup.open(file, options) end

--- Matches URL patterns and link rules, and finds conflicts of patterns.
---@class perilune.patterns
local patterns = {}

--- Returns the typed values of a URL that a pattern matches, else nil.
---@param pattern string such as l:(animal)Domain/s:Name/i:Age
---@param url string a URL
---@return table?
function patterns.match(pattern, url) end

--- Returns the captured values of a link that a link rule matches, else nil.
---@param rule string such as ?evt=10000001&customer={number:i}
---@param url string a link
---@return table?
function patterns.capture(rule, url) end

--- Returns pairs of patterns that match the same URL (relation, first, second, winner, example), and how many pairs were left out.
---@param patterns table a list of at most 500 patterns, in the order of registration
---@param options? table limit: how many pairs to return, 100 if it is left out
---@return table[], integer
function patterns.conflicts(patterns, options) end

--- Regular expressions that take linear time (RE2), and grok patterns.
---@class perilune.regex
local regex = {}

--- Returns the groups of the first match, or the whole match if the pattern has none; nil if nothing matches.
---@param text string the text to search
---@param pattern string a regular expression, such as [[(\d+) ms]]
---@param init? integer where the search begins, a position in bytes; negative from the end
---@return string? ...
function regex.match(text, pattern, init) end

--- Returns the positions of the first and last byte of the first match, and its groups; nil if nothing matches.
---@param text string the text to search
---@param pattern string a regular expression, such as [[(\d+) ms]]
---@param init? integer where the search begins, a position in bytes; negative from the end
---@return integer?, integer?, string? ...
function regex.find(text, pattern, init) end

--- Returns whether the pattern matches somewhere; faster than match.
---@param text string the text to search
---@param pattern string a regular expression, such as [[(\d+) ms]]
---@return boolean
function regex.test(text, pattern) end

--- Returns the groups of the first match as a table: named groups by name, the others by number; nil if nothing matches.
---@param text string the text to search
---@param pattern string a regular expression, such as [[(\d+) ms]]
---@param init? integer where the search begins, a position in bytes; negative from the end
---@return table?
function regex.captures(text, pattern, init) end

--- Iterates over all matches; each step gives what match returns.
---@param text string the text to search
---@param pattern string a regular expression, such as [[(\d+) ms]]
---@return fun(): string? ...
function regex.gmatch(text, pattern) end

--- Replaces all matches; returns the new text, and how many there were.
---@param text string the text to search
---@param pattern string a regular expression, such as [[(\d+) ms]]
---@param replacement any a string, in which \0 is the match, \1 to \9 and \g<name> are groups, and \\ is a backslash; a table from the first group to a replacement; or a function that gets the groups. nil or false keeps the match
---@param most? integer how many matches to replace
---@return string, integer
function regex.replace(text, pattern, replacement, most) end

--- Returns a pattern that matches exactly the text.
---@param text string any text
---@return string
function regex.escape(text) end

--- Returns the fields of the first match of a grok pattern; nil if nothing matches.
---@param text string the text to search
---@param pattern string a pattern with references %{NAME}, %{NAME:field} and %{NAME:field:int} or :float, which converts the field to a number
---@param definitions? any a table of patterns by the names of references, in addition to those that there are, or instead of them; may be left out
---@param init? integer where the search begins, a position in bytes; negative from the end
---@return table?
function regex.grok(text, pattern, definitions, init) end

--- Selects a part of all values, the same in every run.
---@class perilune.sample
local sample = {}

--- Makes a sample; keeps(value) returns whether it contains the value.
---@param rate number from 0 to 1, such as 0.01
---@return { keeps: fun(self, value: string|integer): boolean }
function sample.rate(rate) end

--- Captures pictures of views and shares them.
---@class perilune.snapshot
local snapshot = {}

--- Captures a picture of a view; returns a handle with snapshot (its id), view, format, width, height.
---@param view? string the view; default: the first one
---@param options? table format: png (default), svg or pdf; width, height, scale, theme, locale, orientation; annotate: what to mark in the picture
---@return table
function snapshot.capture(view, options) end

--- Shares a picture; returns share (its id), snapshot and the destination.
---@param snapshot table the handle from snapshot.capture
---@param options? table file: a name in the folder; to: an address or a list of them, subject, text; upload: a name in the configuration
---@return table
function snapshot.share(snapshot, options) end

--- Returns the bytes of a picture as Base64.
---@param snapshot table the handle from snapshot.capture
---@return string
function snapshot.base64(snapshot) end

--- A table that is kept between events, one for each script and ordering key (partitionkey, else source).
---@class perilune.state
---@field [string] any
local state = {}

--- Events, conditions and assertions for test files.
---@class perilune.test
---@field any any Matches any value but nil.
---@field absent any Matches a missing member.
---@field crm table Creates events of the CRM, such as test.crm.update("lead", { leadqualitycode = 1 }).
local test = {}

--- Creates the event of a tap on a link.
---@param url string the link
---@param view? string the view that the tap came from
---@return table
function test.link(url, view) end

--- Creates an event.
---@param type string such as chart.selection.category
---@param data? any its payload
---@param attributes? table id, source, subject, time, …
---@return table
function test.event(type, data, attributes) end

--- Matches a string that fits a Lua pattern.
---@param pattern string such as ^%d+$
---@return table
function test.matches(pattern) end

--- Matches a string that contains a part, or a list that contains an element.
---@param part any the part, or the element, of which only the given fields must match
---@return table
function test.contains(part) end

--- Matches a number that is close to another one.
---@param number number the number
---@param tolerance? number the largest difference; default: 1e-9
---@return table
function test.approx(number, tolerance) end

--- Gives one answer after the other and repeats the last one.
---@param ... any the answers
---@return table
function test.sequence(...) end

--- Creates an answer that is an error.
---@param code string such as crm.fault
---@param message? string the message
---@return table
function test.error(code, message) end

--- Fails unless two values are equal, compared deeply.
---@param found any the value found
---@param expected any the expected value
---@param what? string a description for the report
function test.equal(found, expected, what) end

--- Fails unless a value contains what is expected; it may contain more.
---@param found any the value found
---@param expected any the parts that must be there
---@param what? string a description for the report
function test.like(found, expected, what) end

--- Fails unless a value is true.
---@param value any the value
---@param what? string a description of what should be true
---@return any
function test.ok(value, what) end

--- Fails unless a function raises an error; returns the error.
---@param f any the function
---@param pattern? string a Lua pattern for the message
---@return any
function test.fails(f, pattern) end

--- Compares a value with the snapshot beside the test file; without a value, matches the snapshot.
---@param value? any the value
---@param name? string the name of the snapshot, if a case has several
function test.snapshot(value, name) end

--- Fails.
---@param message string why
function test.fail(message) end

--- Processes events with the scripts; returns the record of the first.
---@async
---@param event any a link or a table
---@param ...? any more
---@return table
function test.decide(event, ...) end

--- Calls the timers that are set, as at the end of a log; returns the record of the first.
---@async
---@return table
function test.endLog() end

--- Returns the state of the scripts for a key.
---@param key string the partitionkey or source of events; "all"
---@return table?
function test.state(key) end

--- Sets the state of the scripts for a key.
---@param key string the partitionkey or source of events; "all"
---@param value any a table, or false for none
function test.setState(key, value) end

--- Declares the answer of an effect, like the field answers of a case.
---@param effect string such as crm.retrieve lead
---@param value any the answer
function test.answer(effect, value) end

--- Returns the effects that were answered so far.
---@return table
function test.calls() end

--- Limits how many events of an ordering key pass in a period.
---@class perilune.throttle
local throttle = {}

--- Makes a token bucket for each ordering key; allows() takes a token and returns whether there was one.
---@param count integer how many tokens the bucket holds
---@param period string the time in which it is filled, such as 1m
---@param options? table name
---@return { allows: fun(self): boolean }
function throttle.rate(count, period, options) end

--- The event's time, which is the same when the event is processed again; times and durations as text.
---@class perilune.time
local time = {}

--- Returns the event's time in seconds since 1970, with fraction.
---@return number
function time.now() end

--- Formats a time as RFC 3339 in UTC.
---@param seconds? number since 1970; default: the event's time
---@return string
function time.text(seconds) end

--- Parses a time into seconds since 1970; nil if the text is not one. Without a format, RFC 3339.
---@param text string such as 2026-11-21T10:30:00Z
---@param format? string rfc3339, epoch, epoch-ms, epoch-us, epoch-ns, or a pattern of strptime such as %d/%b/%Y:%H:%M:%S %z
---@param zone? string UTC by default, an offset such as +01:00, or a name such as Europe/Berlin; to parse, that of texts without an offset
---@return number?
function time.parse(text, format, zone) end

--- Formats a time.
---@param seconds number since 1970
---@param format string rfc3339, epoch, epoch-ms, epoch-us, epoch-ns, or a pattern of strptime such as %d/%b/%Y:%H:%M:%S %z
---@param zone? string UTC by default, an offset such as +01:00, or a name such as Europe/Berlin; to parse, that of texts without an offset
---@return string
function time.format(seconds, format, zone) end

--- Parses a duration into seconds; nil if the text is not one.
---@param text string numbers and units from large to small, such as 10m, 1h30m, 1.5s or 250ms; the units are d, h, m, s, ms, us and ns
---@return number?
function time.duration(text) end

--- Calls onTimer(name, commander) at a time of events, one timer for each name and ordering key.
---@class perilune.timer
local timer = {}

--- Sets a timer, in place of the one of this name, to a time after the event.
---@param duration string such as 30s, 10m or 1h30m
---@param name? string which timer of the ordering key; default: timer
function timer.after(duration, name) end

--- Sets a timer, in place of the one of this name, to a time.
---@param seconds number since 1970, as time.now returns them
---@param name? string which timer of the ordering key; default: timer
function timer.at(seconds, name) end

--- Cancels a timer, if there is one.
---@param name? string which timer of the ordering key; default: timer
function timer.cancel(name) end

--- Returns the latest time of an event so far, of any key, in seconds since 1970; nil if no event had a time.
---@return number?
function timer.watermark() end

--- Parses and builds URLs.
---@class perilune.url
local url = {}

--- Parses a URL as a browser does; returns href, origin, scheme, username, password, host, port, path, query, fragment, parameters, all.
---@param url string a URL, absolute or relative
---@return table
function url.parse(url) end

--- Returns what a browser opens for a link on a page.
---@param base string the URL of the page
---@param reference string a URL, absolute or relative to the page
---@return string
function url.resolve(base, reference) end

--- Returns a URL in its canonical spelling: URLs that open the same compare equal.
---@param url string an absolute URL
---@return string
function url.normalize(url) end

--- Percent-encodes all characters but letters, digits and - . _ ~
---@param text string any string
---@return string
function url.encode(text) end

--- Decodes percent escapes; those that are not valid UTF-8 stay as written.
---@param text string an encoded string
---@param plusIsSpace? boolean whether + means a space
---@return string
function url.decode(text, plusIsSpace) end

--- Builds a query from a table; names are sorted, a list repeats its name.
---@param parameters table names and values: strings, numbers, booleans, lists
---@return string
function url.query(parameters) end

--- Returns the URL with some parameters set; all others stay as written. Values are encoded as text: for lists and prompt answers use link.with.
---@param url string a URL
---@param changes table names and new values; json.null removes a parameter
---@return string
function url.with(url, changes) end

--- Aggregates the events of windows of time, for each ordering key.
---@class perilune.window
local window = {}

--- Makes windows that follow each other, aligned to 1970. add(event) returns false for a late event; closed(event), in onTimer, iterates over the result.
---@param duration string the size of a window, such as 30s, 10m or 1h30m
---@param aggregates table by name, such as { requests = aggregate.count() }
---@param options? table name, lateness
---@return { add: fun(self, event: any): boolean, closed: fun(self, event: Event): fun(): table? }
function window.tumbling(duration, aggregates, options) end

--- Makes windows that overlap.
---@param duration string the size of a window, such as 30s, 10m or 1h30m
---@param slide string the time from the start of a window to the next
---@param aggregates table by name, such as { requests = aggregate.count() }
---@param options? table name, lateness
---@return { add: fun(self, event: any): boolean, closed: fun(self, event: Event): fun(): table? }
function window.sliding(duration, slide, aggregates, options) end

--- Makes windows that end after a gap without events.
---@param duration string the gap, such as 30s, 10m or 1h30m
---@param aggregates table by name, such as { requests = aggregate.count() }
---@param options? table name, lateness
---@return { add: fun(self, event: any): boolean, closed: fun(self, event: Event): fun(): table? }
function window.session(duration, aggregates, options) end

--- Times come from the event, so that processing it again gives the same result.
---@class oslib
os = {}

--- Returns the event's time, or the time in a table, in whole seconds since 1970.
---@param table? table year, month, day, and optionally hour, min, sec
---@return integer
function os.time(table) end

--- Formats a time, in UTC.
---@param format? string as for strftime; *t returns a table
---@param time? integer seconds since 1970; default: the event's time
---@return string|table
function os.date(format, time) end

--- Returns a number that grows with each call; it is not a clock, so that results repeat.
---@return number
function os.clock() end

--- Returns the seconds between two times.
---@param later integer
---@param earlier integer
---@return number
function os.difftime(later, earlier) end

--- Loads a host module, or a file beside the script.
---@param name string
---@return any
function require(name) end
