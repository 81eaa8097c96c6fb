-- Keeps the event for the next one in a global, and reads it.
-- expect: harmless|error|script.kept
if kept_event then kept_event = kept_event.data end
kept_event = event
