// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Requests whose type of results nothing tells, as in `fetch(NSFetchRequest(entityName: "Item"))`:
/// for these Apple's framework has untyped forms. Where a type is known, the typed forms are taken.
extension NSManagedObjectContext {
  /// The results of a request, as ``NSManagedObjectContext/fetch(_:)`` gives them.
  @_disfavoredOverload
  public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try typedResults(of: request)
  }

  /// How many results a request has, as ``NSManagedObjectContext/count(for:)`` says.
  @_disfavoredOverload
  public final func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try countResults(of: request)
  }
}
