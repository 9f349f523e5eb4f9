// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The look of a page: one measure for text, hairlines instead of boxes, colour for data alone.
enum PageStyle {
  static let sheet = """
    :root { --ink: #222220; --quiet: #65635c; --rule: #d8d5ca; --paper: #fffefa;
      --sans: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif;
      --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "TeX Gyre Pagella",
        "URW Palladio L", "Book Antiqua", Georgia, serif; }
    * { box-sizing: border-box; }
    html { background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
    body { margin: 0; font: 1.0625rem/1.5 var(--serif); font-variant-numeric: oldstyle-nums;
      text-rendering: optimizeLegibility; overflow-wrap: break-word; }
    main { max-width: 78rem; margin: 0 auto; padding: 3.5rem 2rem 4rem; }
    h1 { font-size: 2.5rem; line-height: 1.12; font-weight: 400; letter-spacing: -0.01em;
      margin: 0 0 0.6rem; max-width: 24em; }
    h2 { font-size: 1.55rem; line-height: 1.2; font-weight: 400; font-style: italic;
      margin: 3.5rem 0 1rem; }
    h3 { font-size: 1.15rem; line-height: 1.3; font-weight: 600; margin: 0 0 0.2rem;
      font-variant-numeric: lining-nums; }
    p { margin: 0 0 0.9rem; text-wrap: pretty; }
    h1, h2, .subtitle { text-wrap: balance; }
    .text, .subtitle { max-width: 42rem; }
    ul.text { padding-left: 1.1em; margin: 0 0 1rem; }
    .subtitle { font-size: 1.2rem; line-height: 1.4; color: var(--quiet); margin-bottom: 1.6rem; }
    code { font: 0.85em/1.3 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    a { color: inherit; text-decoration: underline; text-decoration-color: var(--rule);
      text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
    a:hover { text-decoration-color: currentColor; }
    .facts { display: grid; gap: 0.7rem 2rem; margin: 0 0 1.4rem; padding: 0.9rem 0;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
      border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule);
      font: 0.84rem/1.4 var(--sans); font-variant-numeric: lining-nums; }
    .facts dt { color: var(--quiet); }
    .facts dd { margin: 0; }
    nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
      gap: 0.2rem 1.6rem; }
    .headlines { display: flex; flex-wrap: wrap; gap: 1.4rem 3.5rem; margin: 0 0 1.8rem; }
    .headlines div { max-width: 15rem; }
    .headlines b { display: block; font-size: 3rem; line-height: 1.05; font-weight: 400;
      font-variant-numeric: lining-nums; letter-spacing: -0.02em; }
    .headlines span { color: var(--quiet); line-height: 1.35; display: block; margin-top: 0.2rem; }
    .advice { display: grid; gap: 1.6rem 2.5rem; margin: 0 0 2rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); }
    .advice div { border-top: 2px solid var(--ink); padding-top: 0.6rem; max-width: 34rem; }
    .advice .about { display: block; color: var(--quiet); font: 0.84rem/1.4 var(--sans); }
    .advice b { display: block; font-size: 1.55rem; font-weight: 400; line-height: 1.25;
      margin-bottom: 0.3rem; }
    .columns { display: grid; gap: 1.6rem 3.5rem; align-items: start;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
    .columns + .columns { margin-top: 1.6rem; }
    .columns > div { min-width: 0; }
    .beside { display: flex; flex-wrap: wrap; gap: 0 2.6rem; align-items: flex-start; }
    .beside > div { max-width: 100%; }
    .columns .panel, .panel.bare { border: 0; padding: 0; }
    .columns .figures { margin-top: 0; grid-template-columns: 1fr; }
    .columns figure { max-width: 29rem; margin-bottom: 1rem; }
    .panel { border-top: 1px solid var(--rule); padding: 1.3rem 0 1.6rem; }
    .figures { display: grid; gap: 1.6rem 2.4rem; margin-top: 1rem; align-items: start;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
    figure { margin: 0; min-width: 0; max-width: 30rem; break-inside: avoid; }
    figcaption { font: 0.84rem/1.35 var(--sans); color: var(--ink); margin-bottom: 0.5rem; }
    svg.plot { display: block; width: 100%; height: auto; }
    svg.plot text { font-variant-numeric: lining-nums tabular-nums; }
    details { font: 0.8rem/1.4 var(--sans); margin-top: 0.4rem; }
    summary { cursor: pointer; color: var(--quiet); width: fit-content; }
    .scroll { overflow-x: auto; margin: 0 0 1.6rem; }
    details .scroll { margin: 0.4rem 0 0; }
    table { border-collapse: collapse; font: 0.84rem/1.3 var(--sans);
      font-variant-numeric: lining-nums tabular-nums; border-bottom: 1.5px solid var(--ink); }
    details table { font-size: 0.76rem; }
    .caption { margin: 0 0 0.5rem; }
    thead { border-top: 1.5px solid var(--ink); border-bottom: 0.75px solid var(--ink); }
    th, td { padding: 0.28rem 0.9rem 0.28rem 0; font-weight: 400; vertical-align: baseline;
      text-align: left; white-space: nowrap; }
    th:last-child, td:last-child { padding-right: 0.2rem; }
    .number { text-align: right; }
    thead th { color: var(--quiet); vertical-align: bottom; }
    .groups th { color: var(--ink); padding-bottom: 0; }
    tbody tr + tr { border-top: 0.75px solid var(--rule); }
    tbody th { position: sticky; left: 0; background: var(--paper); }
    td.quiet { color: var(--quiet); }
    td.strong, th.strong { font-weight: 600; }
    svg.mark { width: 0.8em; height: 0.8em; margin-left: 0.3em; vertical-align: -0.05em; }
    footer { margin-top: 3.5rem; padding-top: 0.9rem; border-top: 1px solid var(--rule);
      color: var(--quiet); font-size: 0.95rem; max-width: none; }
    @media (max-width: 40rem) {
      body { font-size: 1rem; }
      main { padding: 1.6rem 1rem 2.5rem; }
      h1 { font-size: 1.8rem; }
      h2 { margin-top: 2.4rem; font-size: 1.4rem; }
      .subtitle { font-size: 1.08rem; }
      .headlines { gap: 1rem 2rem; }
      .headlines b { font-size: 2.3rem; }
      table { font-size: 0.78rem; }
      th, td { padding-right: 0.65rem; }
      tbody th { white-space: normal; min-width: 5.5rem; }
      .facts { gap: 0.45rem; }
    }
    @media print {
      html { background: none; font-size: 8pt; }
      main { max-width: none; padding: 0; }
      h2, h3, .caption { break-after: avoid; }
      h2 { margin-top: 2rem; }
      nav, details { display: none; }
      .panel, tr, figure, .advice div, .scroll { break-inside: avoid; }
      .columns { grid-template-columns: 1fr 1fr; gap: 1.5rem; }
      .columns figure { max-width: none; }
      .figures { grid-template-columns: repeat(3, 1fr); gap: 1.2rem; }
      .scroll { overflow: visible; }
      table { font-size: 0.85rem; }
      tbody th { position: static; background: none; }
    }
    @page { margin: 1.6cm; }
    """
}
