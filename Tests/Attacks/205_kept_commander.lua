-- Keeps the commander in a global, and rejects a later event with it.
-- expect: harmless|error|script.kept
if kept_commander then kept_commander:reject("not mine") end
kept_commander = commander
