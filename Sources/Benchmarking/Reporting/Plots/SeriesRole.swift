// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a series is in a comparison: it decides how heavily it is drawn.
public enum SeriesRole: String, Sendable, Codable {
  /// What the report is about.
  case subject
  /// What it is compared with.
  case peer
  /// The measure of all, as an engine without objects is.
  case reference
}
