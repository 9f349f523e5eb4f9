// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Sections as elements; counts the plots, so that each has a name of its own in the page.
struct SectionWriter {
  let palette: Palette
  private var plots = 0

  init(palette: Palette) { self.palette = palette }

  mutating func element(_ section: ReportSection, anchor: String) -> MarkupElement {
    var element = MarkupElement(
      "section", attributes: ["id": anchor],
      children: [.element(MarkupElement("h2", text: section.title))])
    for block in section.blocks { element.append(self.element(block)) }
    return element
  }

  private mutating func element(_ block: ReportBlock) -> MarkupElement {
    switch block {
    case .prose(let prose): prose.element("p", "text")
    case .list(let items):
      MarkupElement(
        "ul", attributes: ["class": "text"], children: items.map { .element($0.element("li")) })
    case .headline(let headlines): element(headlines)
    case .advice(let advice): element(advice)
    case .table(let table, let caption): table.element(caption: caption)
    case .columns(let columns): element("columns", columns)
    case .beside(let columns): element("beside", columns)
    case .panel(let panel): element(panel)
    }
  }

  private func element(_ headlines: [Headline]) -> MarkupElement {
    let parts = headlines.map { headline in
      Markup.element(
        MarkupElement(
          "div",
          children: [
            .element(MarkupElement("b", text: headline.figure)),
            .element(MarkupElement("span", text: headline.caption)),
          ]))
    }
    return MarkupElement("div", attributes: ["class": "headlines"], children: parts)
  }

  private func element(_ advice: [Advice]) -> MarkupElement {
    let parts = advice.map { advice in
      Markup.element(
        MarkupElement(
          "div",
          children: [
            .element(MarkupElement("span", attributes: ["class": "about"], text: advice.subject)),
            .element(MarkupElement("b", text: advice.choice)),
            .element(advice.reason.element("p")),
          ]))
    }
    return MarkupElement("div", attributes: ["class": "advice"], children: parts)
  }

  private mutating func element(_ style: String, _ columns: [[ReportBlock]]) -> MarkupElement {
    var row = MarkupElement("div", attributes: ["class": style])
    for blocks in columns {
      var column = MarkupElement("div")
      for block in blocks { column.append(element(block)) }
      row.append(column)
    }
    return row
  }

  private mutating func element(_ panel: ReportPanel) -> MarkupElement {
    var element = MarkupElement("section", attributes: ["class": "panel"])
    if !panel.title.isEmpty { element.append(MarkupElement("h3", text: panel.title)) }
    if !panel.text.isEmpty { element.append(panel.text.element("p", "text")) }
    var row = MarkupElement("div", attributes: ["class": "figures"])
    for figure in panel.figures { row.append(self.element(figure)) }
    element.append(row)
    return element
  }

  private mutating func element(_ figure: ReportFigure) -> MarkupElement {
    plots += 1
    let plot = figure.plot
    let details = MarkupElement(
      "details",
      children: [
        .element(MarkupElement("summary", text: "Figures")), .element(plot.table.element()),
      ])
    return MarkupElement(
      "figure",
      children: [
        .element(MarkupElement("figcaption", text: plot.title)),
        .element(plot.svg(id: "p\(plots)", palette: palette)), .element(details),
      ])
  }
}
