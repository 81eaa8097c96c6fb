return {
  {
    name = "draws one picture",
    charts = { open = { "../gallery.xml" } },
    events = { { type = "draw" } },
    records = { { outcome = "handled", emitted = 1 } },
  },
}
