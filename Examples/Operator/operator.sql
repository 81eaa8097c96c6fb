-- The queries of operator.xml, over the table that perilune.lua keeps.

-- name: Outcomes
SELECT outcome AS Outcome, count(*) AS Events FROM records GROUP BY outcome;

-- name: Rules
SELECT coalesce("by", '(none)') AS Rule, outcome AS Outcome, count(*) AS Events
FROM records GROUP BY Rule, Outcome;

-- name: Types
SELECT type AS Type, outcome AS Outcome, count(*) AS Events
FROM records WHERE type IS NOT NULL GROUP BY Type, Outcome;

-- name: Recent
-- The last 1000 events, in steps of 20.
SELECT (number - 1) / 20 * 20 + 20 AS Number, outcome AS Outcome, count(*) AS Events
FROM (SELECT rowid AS number, outcome FROM records
      WHERE rowid > (SELECT coalesce(max(rowid), 0) FROM records) - 1000)
GROUP BY 1, Outcome ORDER BY 1;

-- name: Reasons
SELECT reason AS Reason, count(*) AS Events
FROM records WHERE reason IS NOT NULL GROUP BY reason ORDER BY Events DESC LIMIT 12;

-- name: Failures
SELECT code || ': ' || message AS Failure, count(*) AS Events, max(event) AS Event
FROM records WHERE outcome = 'failed' GROUP BY Failure ORDER BY Events DESC LIMIT 50;
