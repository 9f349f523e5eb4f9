// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ReportTable {
  /// Returns the table in a frame that scrolls by itself where the page is narrow.
  func element(caption: Prose = "") -> MarkupElement {
    var table = MarkupElement("table")
    table.append(MarkupElement("thead", children: headings.map { .element($0) }))
    table.append(MarkupElement("tbody", children: rows.map { .element(element($0)) }))
    let region = MarkupElement(
      "div", attributes: ["class": "scroll", "tabindex": "0"], children: [.element(table)])
    guard !caption.isEmpty else { return region }
    // A caption inside would scroll away with the table.
    return MarkupElement(
      "div", attributes: ["role": "group", "aria-label": caption.text],
      children: [.element(caption.element("p", "caption")), .element(region)])
  }

  private var headings: [MarkupElement] {
    let titles = columns.map { column in
      Markup.element(
        MarkupElement(
          "th", attributes: ["scope": "col", "class": style(column)], text: column.title))
    }
    let row = MarkupElement("tr", children: titles)
    return columns.contains { $0.group != nil } ? [groups, row] : [row]
  }

  /// A heading over each run of columns of one group.
  private var groups: MarkupElement {
    var row = MarkupElement("tr", attributes: ["class": "groups"])
    var index = 0
    while index < columns.count {
      let group = columns[index].group
      let run = columns[index...].prefix { $0.group == group }.count
      let name = group ?? ""
      let scope = name.isEmpty ? "col" : "colgroup"
      row.append(
        MarkupElement("th", attributes: ["colspan": "\(run)", "scope": scope], text: name))
      index += run
    }
    return row
  }

  private func element(_ cells: [Cell]) -> MarkupElement {
    var row = MarkupElement("tr")
    for (index, column) in columns.enumerated() {
      let cell = index < cells.count ? cells[index] : Cell("")
      let name = index == 0 ? "th" : "td"
      var element = MarkupElement(
        name, attributes: ["class": style(column, cell)], children: content(cell))
      if index == 0 { element = element.with("scope", "row") }
      row.append(element)
    }
    return row
  }

  private func style(_ column: Column, _ cell: Cell? = nil) -> String {
    let weight = cell.map { $0.weight == .plain ? "" : " \($0.weight)" } ?? ""
    return (column.isNumeric ? "number" : "words") + weight
  }

  private func content(_ cell: Cell) -> [Markup] {
    guard let verdict = cell.verdict else { return [.text(cell.text)] }
    return [.text(cell.text), .element(Self.mark(verdict))]
  }

  private static func mark(_ isMet: Bool) -> MarkupElement {
    var drawing = Drawing(width: 12, height: 12)
    drawing.mark(isMet, x: 6, y: 6)
    let word = isMet ? "met" : "missed"
    return MarkupElement(
      "svg",
      attributes: [
        "xmlns": "http://www.w3.org/2000/svg", "class": "mark", "viewBox": "0 0 12 12",
        "role": "img", "aria-label": word,
      ],
      children: [.element(MarkupElement("title", text: word))]
        + drawing.elements.map { .element($0) })
  }
}
