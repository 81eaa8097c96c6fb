-- Scripts/emit_transform.lua - turns a log of links into cleaned events and short rows
--
-- It emits every event that has a link, with the secrets of the link masked and one field added; all
-- other bytes stay unchanged, even in fields that this script does not know. If the link opens a report
-- or a document, it also emits a row of four fields about what was opened.
-- Values passed to `commander:emit` go to the output, one per line, not into the record.
local json, link = require "json", require "link"

return {
  on = "link.*",

  shouldHandle = function(event) return event.data ~= nil and event.data.url ~= nil end,

  execute = function(event, commander)
    local parsed = link.parse(event.data.url)

    commander:emit(json.with(event, {
      data = json.with(event.data, { url = link.redact(event.data.url) }),
      known = parsed.known,
    }))

    if parsed.target and parsed.number ~= 2001 then
      commander:emit {
        id = event.id,
        opened = parsed.target,
        event = parsed.name,
        region = parsed.parameters.region or json.null,
      }
    end
    -- The script only observes: the link still gets its default handling.
    return commander:default()
  end,
}
