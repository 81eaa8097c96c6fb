return {
  scripts = "visits.lua",
}
