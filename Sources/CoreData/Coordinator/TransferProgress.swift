// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreRouting

/// A transfer as a `Progress`, which belongs to the one that is current when it begins; one unit an
/// object.
struct TransferProgress {
  private let progress = Progress(totalUnitCount: 1)

  /// Takes over how far the copy is; false when it shall end.
  func report(_ state: CopyProgress) -> Bool {
    progress.totalUnitCount = Int64(max(1, state.total))
    // The last object counts when the new store has taken its place.
    progress.completedUnitCount = min(Int64(state.done), progress.totalUnitCount - 1)
    return !progress.isCancelled
  }

  func finish() { progress.completedUnitCount = progress.totalUnitCount }
}
