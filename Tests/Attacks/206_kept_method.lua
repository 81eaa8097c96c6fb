-- Keeps a method beside its commander.
-- expect: harmless|error|script.kept
if kept_emit then kept_emit(kept_self, "not mine") end
if commander then kept_emit, kept_self = commander.emit, commander end
