// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Setting what has consequences.
extension NSManagedObjectContext {
  final func setMergePolicy(_ policy: Any) {
    guard policy is NSMergePolicy else {
      raise(.invalidArgument, "A merge policy must be an NSMergePolicy; given: \(policy).")
    }
    settings.policy = policy
  }

  /// First the flag, then what is there: no object slips through.
  final func setRetaining(_ isRetaining: Bool) {
    settings.retainsObjects.store(isRetaining, ordering: .sequentiallyConsistent)
    if isRetaining { retained.append(identityMap.objects()) } else { retained.removeAll() }
  }
}
