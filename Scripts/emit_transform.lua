-- Scripts/emit_transform.lua - a log of links becomes two streams: cleaned events, and short rows
--
-- Every link goes on with its secrets masked and one field added; all other bytes of the event stay as
-- they are, also what this script has never heard of. Of a link that opens a report or a document a
-- small row follows, which says in four fields what was opened.
-- What `commander:emit` is given goes to the output, a line each, and not into the record.
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
    -- The app still does what it does: the log is only looked at.
    return commander:default()
  end,
}
