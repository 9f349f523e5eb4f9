// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The results of a controller, whatever they are: what ``NSFetchedResultsController`` and the type that
/// it has for its delegate have in common. Its own members are internal.
public final class UntypedResults {
  let context: NSManagedObjectContext
  /// An `NSFetchRequest` of the type of results.
  let request: NSPersistentStoreRequest
  let naming: SectionNaming?
  let sectionNameKeyPath: String?
  let cacheName: String?
  /// The type of results that the controller was made with.
  let resultType: Any.Type
  /// Fetches; set by the controller, which knows the type.
  var fetch: () throws -> FetchedContent = { .nothing }
  private let isResult: (NSManagedObject) -> Bool

  private(set) var content = FetchedContent.nothing
  private var membership: ResultMembership?
  private var cachedSections: [FetchedSection]?
  private var subscription: EventSubscription?
  /// Objects that a merge has changed which had no values here, so that the context does not tell of them.
  private var expected: [NSManagedObject] = []
  /// Tells the delegate; set by the controller, which is what the delegate is told of.
  var reporter: DelegateReporter?

  init(
    context: NSManagedObjectContext, request: NSPersistentStoreRequest, naming: SectionNaming?,
    sectionNameKeyPath: String?, cacheName: String?, resultType: Any.Type,
    isResult: @escaping (NSManagedObject) -> Bool
  ) {
    self.context = context
    self.request = request
    self.naming = naming
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
    self.resultType = resultType
    self.isResult = isResult
  }

  var specification: FetchSpecification { request.fetchSpecification ?? FetchSpecification() }

  // MARK: - Fetching

  /// Executes the request, and replaces the results.
  func performFetch() throws {
    let specification = specification
    guard specification.sortDescriptors != nil else { throw UntypedResults.unsorted }
    let operation = try FetchOperation(
      context: context, specification: specification, affectedStores: request.affectedStores,
      answersFetches: false)
    try naming?.check(operation.entity, in: context)
    let former = content
    content = try fetch()
    cachedSections = nil
    membership = ResultMembership(operation, isResult)
    reporter?.didFetch(self, after: former)
  }

  static let sentence =
    "An instance of NSFetchedResultsController requires a fetch request with sort descriptors"

  private static var unsorted: CocoaError {
    .make(exception: .invalidArgument, reason: "\(sentence).")
  }

  /// Returns objects with the sections that they fall into.
  func sorted(_ objects: [NSManagedObject]) throws -> FetchedContent {
    guard let naming else {
      return .objects(
        ObjectResults(objects, in: [SectionRun(name: "", range: 0..<objects.count)]))
    }
    let cache = cacheName.map { SectionCache(name: $0, for: self) }
    let known = cache?.runs
    let runs = try naming.runs(of: objects, known: known)
    if runs != known { cache?.write(runs) }
    return .objects(ObjectResults(objects, in: runs))
  }

  // MARK: - Events

  /// Begins or ends to follow the context's events: while there is a delegate (R-REQ-270).
  func follow(_ isFollowing: Bool) {
    guard isFollowing != (subscription != nil) else { return }
    subscription = isFollowing ? EventSubscription(self) : nil
    if isFollowing { context.merging.addFollower(self) }
    guard isFollowing, specification.fetchBatchSize == 0, case .objects(let results) = content
    else { return }
    for object in results.objects { object.realise() }
  }

  /// The context tells what has changed.
  func process(_ info: [AnyHashable: Any]) {
    let expected = expected
    self.expected = []
    guard case .objects(let results) = content, let membership, let reporter, reporter.hasDelegate
    else { return }
    // The context has forgotten all objects: the results stay, and nobody is told. What is fetched
    // next is tracked again (R-REQ-279).
    if info[NSInvalidatedAllObjectsKey] != nil { return self.membership = nil }
    let changed = membership.sort(info, unseen: expected, in: results.order)
    guard !changed.isEmpty else { return }
    reporter.report(from: self) {
      var update = ResultUpdate(results.order, naming: naming, compare: membership.order)
      let change = update.run(changed)
      if change.isReordering { results.reorder() }
      cachedSections = nil
      return change
    }
  }

  /// Shows other results while a function runs: those before an event.
  func showing(_ former: ObjectResults, _ body: () -> Void) {
    let present = (content, cachedSections)
    (content, cachedSections) = (.objects(former), nil)
    body()
    // Unless the function has fetched.
    if case .objects(let shown) = content, shown === former { (content, cachedSections) = present }
  }

  // MARK: - Sections

  var sections: [FetchedSection]? {
    if let cachedSections { return cachedSections }
    let sections = content.sections { [weak self] in self?.reporter?.title($0) }
    cachedSections = sections
    return sections
  }

  func info(of section: ResultSection) -> FetchedSection {
    guard case .objects(let results) = content else {
      return FetchedSection(name: section.name, count: 0, title: { _ in nil }, members: { [] })
    }
    return results.section(section) { [weak self] in self?.reporter?.title($0) }
  }
}

extension UntypedResults: MergeFollower {
  /// True if there is a delegate, which is told of the context's events.
  var isFollowing: Bool { subscription != nil && reporter?.hasDelegate == true }

  /// Returns true if objects of an entity may be among the results.
  func mayHold(entity: Int) -> Bool { membership?.mayHold(entity: entity) == true }

  /// Takes those of some objects into account at the next event that are members, or match.
  func expect(_ objects: [NSManagedObject]) {
    guard case .objects(let results) = content, let membership else { return }
    expected += objects.filter {
      membership.mayHold(entity: $0.layout.index)
        && (results.order.entry(of: $0) != nil || membership.matches($0))
    }
  }

  /// Ends the event of expected objects if the context had nothing else to tell.
  func processExpected() { if !expected.isEmpty { process([:]) } }
}

/// The results that a controller has fetched.
enum FetchedContent {
  /// It has not fetched yet.
  case nothing
  case objects(ObjectResults)
  /// IDs or dictionaries, which nothing follows.
  case values([Any], [SectionRun])

  func sections(_ title: @escaping (String) -> String?) -> [FetchedSection]? {
    switch self {
    case .nothing: nil
    case .objects(let results): results.sections(title)
    case .values(let values, let runs):
      runs.map { run in
        FetchedSection(name: run.name, count: run.range.count, title: title) {
          Array(values[run.range])
        }
      }
    }
  }

  func value(at path: IndexPath) -> Any? {
    switch self {
    case .nothing: return nil
    case .objects(let results): return results.object(at: path)
    case .values(let values, let runs):
      guard path.count == 2, runs.indices.contains(path.section) else { return nil }
      let range = runs[path.section].range
      return range.count > path.item && path.item >= 0
        ? values[range.lowerBound + path.item] : nil
    }
  }
}

/// A controller's observation of its context's changes; ends with it.
final class EventSubscription {
  private let token: any NSObjectProtocol

  init(_ results: UntypedResults) {
    let receiver = Receiver(results)
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: results.context, queue: nil
    ) { receiver.results?.process($0.userInfo ?? [:]) }
  }

  deinit { NotificationCenter.default.removeObserver(token) }

  // Sendable: `results` is read on the queue of its context only, where the notification is posted.
  private final class Receiver: @unchecked Sendable {
    weak var results: UntypedResults?

    init(_ results: UntypedResults) { self.results = results }
  }
}
