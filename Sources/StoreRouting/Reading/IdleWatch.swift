// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Synchronization

/// The end of the idle views of all coordinators of the process, soon after they were put back.
///
/// One look serves them all: a timer of its own would wake two threads for every coordinator that reads an
/// object, half of the time of opening a store, reading one object and closing.
enum IdleWatch {
  /// The milliseconds until the views of a coordinator are ended, at most.
  private static let patience = 25
  private static let queue = DispatchQueue(label: "CoreData.IdleViews")
  /// Whose views are looked at next; a look is due while there are any. No other lock is taken under
  /// this one.
  private static let watched = Mutex<[WeakViews]>([])

  private struct WeakViews {
    weak var views: IdleViews?
  }

  /// Has the views ended that `views` has in its places by then.
  static func add(_ views: IdleViews) {
    let isFirst = watched.withLock { watched in
      watched.append(WeakViews(views: views))
      return watched.count == 1
    }
    if isFirst { queue.asyncAfter(deadline: .now() + .milliseconds(patience)) { look() } }
  }

  private static func look() {
    let due = watched.withLock { watched in
      defer { watched = [] }
      return watched
    }
    for waiting in due { waiting.views?.endUnused() }
  }
}
