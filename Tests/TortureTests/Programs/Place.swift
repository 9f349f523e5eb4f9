// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A context of a random program.
enum Place: Int, CaseIterable, CustomStringConvertible {
  case parent, sibling, child

  var description: String { ["parent", "sibling", "child"][rawValue] }

  var isRoot: Bool { self != .child }

  /// The other context on the coordinator.
  var rival: Place { self == .parent ? .sibling : .parent }
}
