// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Replays what homes hold for a follower (R-PSC-918, R-PSC-921).
struct Draining {
  enum Outcome: Equatable {
    case drained(StoreImage)
    /// The image's home has to be asked and cannot be.
    case homeUnavailable
    /// Rows are missing between the image and the home's ledger.
    case diverged
  }

  let images: StoreImages
  let mutation: Mutation?

  /// An image of a follower with what its homes have for it; `visible` has a bit for each home that
  /// can be asked.
  func drain(_ image: StoreImage, _ follower: Int, visible: Int) -> Outcome {
    guard mutation != .noDrain, image.pledges != 0 else { return .drained(image) }
    var result = image
    for home in 0..<3 where image.pledges >> home & 1 == 1 {
      guard visible >> home & 1 == 1 else { return .homeUnavailable }
      guard replay(&result, follower, from: home) else { return .diverged }
    }
    return .drained(result)
  }

  /// Returns whether nothing was missing.
  func replay(_ image: inout StoreImage, _ follower: Int, from home: Int) -> Bool {
    let ledger = images[home].ledger(follower)
    while image.applied(home) < ledger {
      let number = image.applied(home) + 1
      if let save = images[home].outbox(follower, number) {
        image.saves |= 1 << save
      } else if mutation != .replaysOverGaps {
        return false
      }
      image.setApplied(home, number)
    }
    return true
  }
}
