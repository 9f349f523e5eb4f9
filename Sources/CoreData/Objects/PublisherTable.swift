// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The publishers of those objects that were asked for theirs, of all contexts and of none.
///
/// Beside the objects, since nearly all do without: one flag in each tells whether it is here. An
/// object takes its publisher out when it dies, on whatever thread that happens.
struct PublisherTable: ~Copyable {
  // Transferable: a publisher guards itself.
  private let publishers = Mutex<[ObjectIdentifier: Transferable<ObservableObjectPublisher>]>([:])

  static let shared = PublisherTable()

  var isEmpty: Bool { publishers.withLock { $0.isEmpty } }

  /// The publisher of an object, made when it is first asked for.
  func publisher(of object: NSManagedObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    return publishers.withLock { publishers in
      if let known = publishers[id] { return known }
      let new = Transferable(ObservableObjectPublisher())
      publishers[id] = new
      return new
    }.value
  }

  func remove(_ object: NSManagedObject) {
    let id = ObjectIdentifier(object)
    // Freed outside of the lock: subscribers hold what they like.
    _ = publishers.withLock { $0.removeValue(forKey: id) }
  }
}
