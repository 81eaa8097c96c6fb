-- Scripts/every_third_link.lua - shares a picture of a view for every third link
--
-- Two links out of three get the default handling. For every third link, the script shares a picture of
-- the view in which it was tapped. The count is in `state`, which is kept between events and, in a
-- store, between runs. A local variable of this file would be lost when the file is loaded again.
local snapshot, state = require "snapshot", require "state"
local delegate = {}

function delegate:shouldHandleLinkDrillNavigation() return true end

function delegate:executeURL(url, commander, view)
  state.count = (state.count or 0) + 1
  if state.count % 3 == 0 then
    snapshot.share(snapshot.capture(view))
  else
    return commander:handleURLLink(url)
  end
end

return delegate
