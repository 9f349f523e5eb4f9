// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The facts that the program knows before it closes the stores and must find again.
struct Expectation {
  /// Searches made by this run.
  var searches = 0
  /// Searches found before closing.
  var searchesBefore = 0
  /// Objects that went with the cancelled trip.
  var cascade = 0
  /// True if rolling back left no pending change.
  var hasNothingPending = false
  var travelChecksum = ""
  /// The UUIDs of durable stores by name.
  var identifiers: [String: String] = [:]
}
