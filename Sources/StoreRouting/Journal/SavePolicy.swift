// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The way in which a save over several stores is committed (spec part 2, §22.1).
package enum SavePolicy: Sendable, Hashable {
  /// One store after the other, as Apple's framework does it (R-PSC-900).
  case sequential
  /// All stores are ready before the first commits (R-PSC-901).
  case prepared
  /// The same, and a journal in one of the stores completes what a crash has cut short (R-PSC-910).
  case journaled
}
