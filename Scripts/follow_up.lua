-- Scripts/follow_up.lua - turns a selection in a chart into a CRM note with a picture of the chart
--
-- When a user selects items with a rectangle, the script highlights them in the picture and lists them
-- in the note. The picture is attached to the note; the event's record contains only a reference to it.
local crm, snapshot = require "crm", require "snapshot"

-- Returns the highlights and the names of the selected columns and items.
local function marked(selection)
  local marks, names = {}, {}
  for _, category in ipairs(selection.categories or {}) do
    marks[#marks + 1] = { type = "highlight", category = category }
    names[#names + 1] = category
  end
  for _, item in ipairs(selection.items or {}) do
    marks[#marks + 1] = { type = "highlight", category = item.category, series = item.series }
    names[#names + 1] = item.series and item.category .. ", " .. item.series or item.category
  end
  return marks, names
end

return {
  on = "chart.selection.items",

  execute = function(event)
    local chart = event.data.chart
    local marks, names = marked(event.data)
    if #marks == 0 then return end
    local view = event.data.dashboard and event.data.dashboard .. "/" .. chart or chart
    crm.create("annotation", {
      subject = "Flagged in " .. chart,
      notetext = table.concat(names, "\n"),
      filename = chart .. ".png",
      mimetype = "image/png",
      documentbody = snapshot.capture(view, { format = "png", annotate = marks }),
    })
  end,
}
