// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A list of what a request finds, in sections, that follows the changes of a context and tells a delegate.
///
/// While it has a delegate, the controller looks at the objects of each notification of its context's
/// changes: those that were inserted, changed, deleted or refreshed here, or merged from elsewhere. Objects
/// that come, go, move or change are reported together, once an event, and nothing is reported if nothing
/// of it concerns the results. A change of a related object alone is none, even if the predicate or the
/// order look at it. An event with k such objects takes O(k log n) comparisons.
///
/// ```swift
/// let request = NSFetchRequest<Employee>(entityName: "Employee")
/// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
/// let controller = NSFetchedResultsController(
///   fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
///   cacheName: nil)
/// controller.delegate = people
/// try controller.performFetch()
/// ```
///
/// It belongs to the queue of its context. What gives or takes results typed, such as
/// ``FetchedResults/object(at:)``, is in ``FetchedResults``.
open class NSFetchedResultsController<ResultType>: NSObject, FetchedResults {
  /// The results, which the functions of ``FetchedResults`` give their type.
  public final let untypedResults: UntypedResults

  /// A controller for the results of a request in a context. Nothing is fetched yet.
  /// - Parameters:
  ///   - fetchRequest: with one sort descriptor at least; one without stops the program. If there are
  ///     sections the first one must order objects as their section names do.
  ///   - context: where the request is made, and whose changes are followed.
  ///   - sectionNameKeyPath: to the section names of objects, stored or transient; nil for one section.
  ///   - name: the name under which sections are kept in a file, which saves looking at every
  ///     object; nil for none.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    untypedResults = UntypedResults(
      context: context, request: fetchRequest,
      naming: sectionNameKeyPath.map(SectionNaming.init(keyPath:)),
      sectionNameKeyPath: sectionNameKeyPath, cacheName: name, resultType: ResultType.self,
      isResult: { $0 is ResultType })
    super.init()
    begin(fetchRequest)
  }

  /// A controller whose sections a function names, such as a Swift key path to a computed property, which
  /// a key path in a string does not reach here. Our addition.
  ///
  /// ```swift
  /// let controller = NSFetchedResultsController(
  ///   fetchRequest: request, managedObjectContext: context, sectionNames: \.name)
  /// ```
  /// - Parameters:
  ///   - fetchRequest: with one sort descriptor at least, the first of which orders objects as their
  ///     section names do.
  ///   - context: where the request is made, and whose changes are followed.
  ///   - sectionNames: gives the section name of an object; called on the context's queue.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNames: @escaping (ResultType) -> String?
  ) {
    untypedResults = UntypedResults(
      context: context, request: fetchRequest,
      naming: SectionNaming { ($0 as? ResultType).flatMap(sectionNames) },
      sectionNameKeyPath: nil, cacheName: nil, resultType: ResultType.self,
      isResult: { $0 is ResultType })
    super.init()
    begin(fetchRequest)
  }

  /// A controller without a request, as tests make one to stand for another: it has no results, and
  /// `performFetch()` throws 134060.
  public override init() {
    untypedResults = UntypedResults(
      context: NSManagedObjectContext(.privateQueue), request: NSFetchRequest<ResultType>(),
      naming: nil, sectionNameKeyPath: nil, cacheName: nil, resultType: ResultType.self,
      isResult: { $0 is ResultType })
    super.init()
    untypedResults.reporter = DelegateReporter(ofAnyResults)
  }

  private final func begin(_ request: NSFetchRequest<ResultType>) {
    guard request.sortDescriptors != nil else {
      raise(.invalidArgument, UntypedResults.sentence)
    }
    resolveEntity(of: request)
    untypedResults.fetch = { [unowned results = untypedResults] in try results.content(of: request)
    }
    untypedResults.reporter = DelegateReporter(ofAnyResults)
  }

  /// The request knows its entity from now on, if there is one of its name (R-REQ-250).
  private final func resolveEntity(of request: NSFetchRequest<ResultType>) {
    guard request.specification.entity == nil, let name = request.specification.entityName else {
      return
    }
    let model = untypedResults.context.coordinator?.managedObjectModel
    request.specification.entity = model?.entity(named: name)
  }

  /// Executes the request, with pending changes, and replaces the results. A delegate that wants snapshots
  /// is given one; others are told nothing.
  ///
  /// May be called again, after the request was changed too.
  /// - Throws: what `fetch(_:)` throws; 134060 for a request without sort descriptors, for one that
  ///   counts, for a key path that leads nowhere, and for an object that stands after those of a later
  ///   section. The former results stay then.
  open func performFetch() throws { try untypedResults.performFetch() }

  /// The context whose objects are fetched and followed.
  open var managedObjectContext: NSManagedObjectContext { untypedResults.context }

  /// The key path to the section names of objects.
  open var sectionNameKeyPath: String? { untypedResults.sectionNameKeyPath }

  /// The name of the file in which sections are kept.
  open var cacheName: String? { untypedResults.cacheName }

  /// The object that is told of changes; nil, the default, for none. Without one results stay as they were
  /// fetched; they follow from the moment that there is one. Not kept alive.
  open var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { untypedResults.reporter?.target }
    set {
      untypedResults.reporter?.target = newValue
      untypedResults.follow(newValue != nil)
    }
  }

  /// Removes the sections that were kept under a name; under all names, for nil. A cache that does not fit
  /// its request or the objects any more is never used: that saves space only.
  open class func deleteCache(withName name: String?) { SectionCache.delete(name) }

  /// The sections, in order; nil before the first fetch. One, which may be empty, if there is no key path.
  open var sections: [any NSFetchedResultsSectionInfo]? { untypedResults.sections }

  /// Returns the index title of a section for delegates that do not say: the first character of its name
  /// as a capital; nil for an empty name.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    sectionName.first.map { String($0).uppercased() }
  }

  /// The index titles of the sections in order, those of neighbours that have the same once.
  open var sectionIndexTitles: [String] {
    (sections ?? []).compactMap(\.indexTitle).reduce(into: []) { titles, title in
      if titles.last != title { titles.append(title) }
    }
  }

  /// Returns the index of the first section with an index title; `NSNotFound` if there is none.
  /// - Parameters:
  ///   - title: one of ``sectionIndexTitles``.
  ///   - sectionIndex: the index of the title among them.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    (sections ?? []).firstIndex { $0.indexTitle == title } ?? NSNotFound
  }
}
