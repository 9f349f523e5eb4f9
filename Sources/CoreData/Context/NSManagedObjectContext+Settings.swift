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
    if isRetaining {
      registry.retained.append(identityMap.objects())
    } else {
      registry.retained.removeAll()
    }
  }
}

/// Requests whose type of results nothing tells, as in `fetch(NSFetchRequest(entityName: "Item"))`:
/// for these Apple's framework has untyped forms. Where a type is known, the typed forms are taken.
extension NSManagedObjectContext {
  /// How many results a request has, as ``count(for:)-(NSFetchRequest<T>)`` says.
  @_disfavoredOverload
  public final func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try countResults(of: request)
  }
}
