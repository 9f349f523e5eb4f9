// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A number set large and what it counts.
public struct Headline: Sendable {
  public var figure: String
  public var caption: String

  public init(_ figure: String, _ caption: String) {
    self.figure = figure
    self.caption = caption
  }
}
