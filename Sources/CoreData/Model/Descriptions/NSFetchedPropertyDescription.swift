// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A property whose value is the result of a fetch: an array, evaluated at the first access and
/// kept until the object is refreshed. Always transient, optional and read-only.
nonisolated open class NSFetchedPropertyDescription: NSPropertyDescription {
  /// Shared with inherited copies.
  final class Fetch {
    var request: NSFetchRequest<any NSFetchRequestResult>?

    init(_ request: NSFetchRequest<any NSFetchRequestResult>? = nil) { self.request = request }
  }

  final let fetch: Fetch

  /// A property without a request.
  public override init() {
    fetch = Fetch()
    super.init()
  }

  init(facets: PropertyFacets, fetch: Fetch, isInherited: Bool) {
    self.fetch = fetch
    super.init(facets: facets, isInherited: isInherited)
  }

  /// The request that gives the property's value. In its predicate `$FETCH_SOURCE` is the owning
  /// object and `$FETCHED_PROPERTY` this description. Kept as it is, not as a copy.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    get { fetch.request }
    set {
      facets.freezing.requireMutable()
      fetch.request = newValue
    }
  }

  /// Always true.
  open override var isTransient: Bool {
    get { true }
    set { facets.freezing.requireMutable() }
  }

  /// Always true.
  open override var isOptional: Bool {
    get { true }
    set { facets.freezing.requireMutable() }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let request = fetch.request?.copy() as? NSFetchRequest<any NSFetchRequestResult>
    return NSFetchedPropertyDescription(
      facets: facets.copy(), fetch: Fetch(request), isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    NSFetchedPropertyDescription(facets: facets, fetch: fetch, isInherited: true)
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSFetchedPropertyDescription else { return false }
    return super.hasEqualContent(other) && fetchRequest == other.fetchRequest
  }
}
