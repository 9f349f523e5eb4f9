// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

extension ChangeOrigin {
  /// The origin of a write on behalf of a context, at this moment.
  convenience init(_ context: NSManagedObjectContext, toManys: [ObjectKey: [Int]] = [:]) {
    self.init(
      timestamp: Date.timeIntervalSinceReferenceDate, author: context.transactionAuthor,
      contextName: context.name, toManys: toManys)
  }

  /// The same of the context that is on the coordinator, which children hand their batch requests to
  /// (R-CTX-540), where a history is recorded; else nothing. What that one does not say the child does.
  static func ofBatch(in context: NSManagedObjectContext) -> ChangeOrigin? {
    guard context.requiredCoordinator.router.recordsHistory else { return nil }
    var root = context
    while let parent = root.parent { root = parent }
    return ChangeOrigin(
      timestamp: Date.timeIntervalSinceReferenceDate,
      author: root.transactionAuthor ?? context.transactionAuthor,
      contextName: root.name ?? context.name, toManys: [:])
  }
}
