/// The CSS of the coverage page, for light, dark and black-and-white display.
enum CoverageStyle {
    static let css = """
        :root { color-scheme: light dark; --dark: #c62828; --half: #b26a00; --lit: #2e7d32; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
        table { border-collapse: collapse; }
        .summary th, .summary td { text-align: left; padding: .3rem 1.2rem .3rem 0; vertical-align: top; }
        .summary tr + tr { border-top: 1px solid #8884; }
        .summary .all { font-weight: 600; }
        small { opacity: .7; }
        meter { width: 6rem; vertical-align: middle; }
        details { margin-top: 1.5rem; border: 1px solid #8886; border-radius: 6px; overflow: auto; }
        summary { padding: .5rem .8rem; font-weight: 600; cursor: pointer; }
        .source { width: 100%; font: 13px/1.45 ui-monospace, monospace; }
        .source th { width: 3rem; text-align: right; font-weight: 400; opacity: .6; padding: 0 .6rem; vertical-align: top; }
        .source td { padding: 0 .6rem; vertical-align: top; }
        .source .count { width: 4rem; text-align: right; opacity: .75; white-space: nowrap; }
        pre { margin: 0; font: inherit; tab-size: 2; white-space: pre-wrap; }
        p { margin: 0 0 .2rem; color: var(--half); font-family: system-ui, sans-serif; }
        .lit .count { box-shadow: inset -3px 0 var(--lit); }
        .half .count { box-shadow: inset -3px 0 var(--half); }
        .dark .count { box-shadow: inset -3px 0 var(--dark); color: var(--dark); opacity: 1; font-weight: 700; }
        .dark td:last-child { background: #c6282826; }
        .half td:last-child { background: #ffa00024; }
        """
}
