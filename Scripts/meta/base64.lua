---@meta base64
-- Generated: see perilune.lua.

---@type perilune.base64
local base64

return base64
