// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The role of a series in a comparison: it decides how heavily it is drawn.
public enum SeriesRole: String, Sendable, Codable {
  /// The system that the report is about.
  case subject
  /// A system that it is compared with.
  case peer
  /// The measure of all, as an engine without objects is.
  case reference
}
