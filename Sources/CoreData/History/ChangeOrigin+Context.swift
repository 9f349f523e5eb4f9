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

  /// The same where a history is recorded, else nothing.
  static func ofBatch(in context: NSManagedObjectContext) -> ChangeOrigin? {
    context.requiredCoordinator.router.recordsHistory ? ChangeOrigin(context) : nil
  }
}
