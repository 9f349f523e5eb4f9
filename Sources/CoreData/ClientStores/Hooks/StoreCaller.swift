// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The client's call that a store call serves: a client store is told the context, gets the request
/// as the client made it, and the objects of a save. Set for the calling thread while the call lasts,
/// and only when a coordinator has such a store.
struct StoreCaller {
  /// Nil for a fetch that runs beside its context's queue.
  let context: NSManagedObjectContext?
  /// The fetch that is being executed; nil for a read that no fetch request asks for.
  var question: FetchSpecification?
  /// The objects that are being saved.
  var save: SavedObjects?

  @TaskLocal private static var box: Transferable<StoreCaller>?

  static var current: StoreCaller? { box?.value }

  func calling<T>(_ body: () throws -> T) rethrows -> T {
    try StoreCaller.$box.withValue(Transferable(self), operation: body)
  }
}
