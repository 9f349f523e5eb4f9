// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A document: what it found on top, sections below. `HTMLReport` makes a page of it.
public struct Report: Sendable {
  /// A name and a value of the colophon under the title: machine, date, version.
  public struct Fact: Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var title: String
  /// A sentence beneath the title.
  public var subtitle: Prose
  public var facts: [Fact]
  public var sections: [ReportSection]
  /// The last lines: licence, how to repeat it.
  public var closing: Prose

  public init(
    title: String, subtitle: Prose = "", facts: [Fact] = [], sections: [ReportSection] = [],
    closing: Prose = ""
  ) {
    self.title = title
    self.subtitle = subtitle
    self.facts = facts
    self.sections = sections
    self.closing = closing
  }
}
