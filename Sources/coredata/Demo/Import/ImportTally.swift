// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The counts of an import.
struct ImportTally {
  var inserted = 0
  var updated = 0
  var unchanged = 0
  var deleted = 0

  var recordCount: Int { inserted + updated + unchanged }
}
