---@meta link
-- Generated: see perilune.lua.

---@type perilune.link
local link

return link
