// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A part of a report under a heading, listed in its contents.
public struct ReportSection: Sendable {
  public var title: String
  public var blocks: [ReportBlock]

  public init(_ title: String, _ blocks: [ReportBlock] = []) {
    self.title = title
    self.blocks = blocks
  }
}
