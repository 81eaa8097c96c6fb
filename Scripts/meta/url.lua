---@meta url
-- Generated: see perilune.lua.

---@type perilune.url
local url

return url
