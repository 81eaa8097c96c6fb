-- Scripts/linked_charts.lua - what is selected in a chart is selected in the table beside it, and back
--
-- What a script does to a chart is told to no script: two charts that follow each other don't go round
-- and round.
local charts = require "charts"

local beside = { Products = "ProductTable", ProductTable = "Products" }

local function link(act)
  return function(chart, data)
    local other = beside[chart]
    if other then act(data.dashboard .. "/" .. other, { category = data.category }) end
  end
end

return {
  didSelectCategory = link(charts.select),
  didDeselectCategory = link(charts.deselect),
}
