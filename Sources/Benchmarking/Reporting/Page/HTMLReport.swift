// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A report as one page of HTML that needs nothing else: no script, no typeface, no network.
public struct HTMLReport: Sendable {
  private let report: Report
  private let palette: Palette

  public init(_ report: Report) {
    self.report = report
    palette = Palette(report.sections.flatMap(\.blocks).flatMap(Self.seriesNames))
  }

  /// The page, well-formed as XML too.
  public var page: String {
    var root = MarkupElement(
      "html", attributes: ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"])
    root.append(head)
    root.append(body)
    return "<!DOCTYPE html>\n" + root.written + "\n"
  }

  /// Writes the page as a whole, replacing what was there.
  public func write(to file: URL) throws {
    try Data(page.utf8).write(to: file, options: .atomic)
  }

  private static func seriesNames(_ block: ReportBlock) -> [String] {
    switch block {
    case .panel(let panel): panel.figures.flatMap(\.plot.seriesNames)
    case .beside(let columns), .columns(let columns): columns.flatMap { $0 }.flatMap(seriesNames)
    default: []
    }
  }

  private var head: MarkupElement {
    let viewport = "width=device-width, initial-scale=1"
    return MarkupElement(
      "head",
      children: [
        .element(MarkupElement("meta", attributes: ["charset": "utf-8"])),
        .element(MarkupElement("meta", attributes: ["name": "viewport", "content": viewport])),
        .element(MarkupElement("title", text: report.title)),
        .element(MarkupElement("style", children: [.stylesheet(PageStyle.sheet)])),
      ])
  }

  private var body: MarkupElement {
    var header = MarkupElement(
      "header", children: [.element(MarkupElement("h1", text: report.title))])
    if !report.subtitle.isEmpty { header.append(report.subtitle.element("p", "subtitle")) }
    if !report.facts.isEmpty { header.append(facts) }
    if report.sections.count > 2 { header.append(contents) }
    var page = MarkupElement("main", children: [.element(header)])
    var sections = SectionWriter(palette: palette)
    for (index, section) in report.sections.enumerated() {
      page.append(sections.element(section, anchor: "s\(index + 1)"))
    }
    if !report.closing.isEmpty {
      page.append(
        MarkupElement("footer", children: [.element(report.closing.element("p"))]))
    }
    return MarkupElement("body", children: [.element(page)])
  }

  private var facts: MarkupElement {
    let rows = report.facts.map { fact in
      Markup.element(
        MarkupElement(
          "div",
          children: [
            .element(MarkupElement("dt", text: fact.name)),
            .element(MarkupElement("dd", text: fact.value)),
          ]))
    }
    return MarkupElement("dl", attributes: ["class": "facts"], children: rows)
  }

  private var contents: MarkupElement {
    let links = report.sections.enumerated().map { index, section in
      Markup.element(
        MarkupElement(
          "li",
          children: [
            .element(
              MarkupElement("a", attributes: ["href": "#s\(index + 1)"], text: section.title))
          ]))
    }
    return MarkupElement(
      "nav", attributes: ["aria-label": "Contents"],
      children: [.element(MarkupElement("ul", children: links))])
  }
}
