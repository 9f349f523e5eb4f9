// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// An observer of the objects that come into an identity map and leave it.
///
/// All calls come within the map's lock, from any thread: an observer neither asks the map nor waits.
protocol IdentityObserver: AnyObject {
  func noteArrival(of key: ObjectKey)
  func noteDeparture(of key: ObjectKey)

  /// The work to do when the context has become quiet; runs outside of the lock.
  func whenQuiet() -> @Sendable (IdentityMap) -> Void
}
