// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// A change of a model, and what it does to objects.
struct ModelChange: Sendable, CustomTestStringConvertible {
  let name: String
  let former: String
  let present: String
  /// Makes of what was there what is there afterwards.
  let effect: @Sendable (inout Content) -> Void
  /// True for models with uniqueness constraints, which not every store takes.
  let hasConstraints: Bool
  /// True if it is clear only where an object is in one owner's set at most (R-REQ-140).
  let needsOneOwner: Bool

  var testDescription: String { name }

  init(
    _ name: String, from former: String, to present: String, needsOneOwner: Bool = false,
    effect: @escaping @Sendable (inout Content) -> Void = { _ in }
  ) {
    self.name = name
    self.former = former
    self.present = present
    self.effect = effect
    self.needsOneOwner = needsOneOwner
    hasConstraints = (former + present).contains("unique ")
  }

  var formerModel: NSManagedObjectModel { ModelText(former).model() }
  var presentModel: NSManagedObjectModel { ModelText(present).model() }

  static let all = attributes + relationships + entities + combined
}
