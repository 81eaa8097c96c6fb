-- Two functions that call each other.
-- expect: memory
local a, b
function a(n) return 1 + b(n + 1) end
function b(n) return 1 + a(n + 1) end
a(1)
