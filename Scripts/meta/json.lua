---@meta json
-- Generated: see perilune.lua.

---@type perilune.json
local json

return json
