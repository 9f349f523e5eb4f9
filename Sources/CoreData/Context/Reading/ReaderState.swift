// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// The state of a context as a reader of its stores: the moment it reads, the batches it loads, and the
/// objects that could not be read.
struct ReaderState {
  /// The state of the stores that is read.
  private(set) var pin = GenerationPin.newest
  /// The state that is read again when the block has ended that reads all stores as of one save; nil
  /// outside of such a block.
  private var outerPin: GenerationPin?
  /// The reading of the request that is running.
  private(set) var request: RequestReading?
  /// True while a subclass's own untyped `fetch(_:)` answers: what it asks of `super` is not for it.
  var isAnsweredBySubclass = false
  /// The results whose rows are loaded in batches, the oldest first.
  private var loaders: [BatchLoader] = []
  /// How many objects the last fetches of all objects of some entities found. Few: a list, since the first
  /// dictionary with keys of a type costs a process as much as the fetch of fifty objects.
  private var wholeCounts: [(entities: Range<Int>, count: Int)] = []
  /// The error of the last load that failed: a save throws it.
  private(set) var failure: (any Error)?
  /// Objects and relationships that somebody may have taken for empty ones.
  private var unread: [Unread] = []

  // MARK: - Moments

  /// True if nothing keeps reads at an earlier state of the stores.
  var readsNewest: Bool { if case .newest = pin { true } else { false } }

  mutating func unpin() { pin = .newest }

  /// Moves to the newest state at the next read, unless whatever is there is read anyway.
  mutating func advance() {
    if case .newest = pin {} else { pin = .newestAtNextRead }
    if case .pinned = outerPin { outerPin = .newestAtNextRead }
  }

  mutating func pin(to token: NSQueryGenerationToken, _ generation: Generation) {
    pin = .pinned(token, generation)
  }

  /// Reads what another context reads.
  mutating func pin(as other: GenerationPin) { pin = other }

  // MARK: - Blocks of one moment

  /// True within a block that reads all stores as of one save.
  var isInSnapshot: Bool { outerPin != nil }

  /// The pin that the client has set.
  var chosenPin: GenerationPin { outerPin ?? pin }

  mutating func choose(_ chosen: GenerationPin) {
    if isInSnapshot { outerPin = chosen } else { pin = chosen }
  }

  mutating func beginSnapshot() { (outerPin, pin) = (pin, .newestAtNextRead) }

  mutating func pin(toSnapshot generation: Generation) { pin = .snapshot(generation) }

  mutating func endSnapshot() {
    if let outerPin { pin = outerPin }
    outerPin = nil
  }

  /// Makes a request the running one, or none; returns the one before.
  mutating func run(_ request: RequestReading?) -> RequestReading? {
    let outer = self.request
    self.request = request
    return outer
  }

  // MARK: - Batches

  /// How many results may be loaded in batches at a time; of older ones, faults are loaded alone.
  private static let loaderLimit = 16

  var hasLoaders: Bool { !loaders.isEmpty }

  mutating func add(_ loader: BatchLoader) {
    if loaders.count == ReaderState.loaderLimit { loaders.removeFirst() }
    loaders.append(loader)
  }

  /// Returns the keys of the batch that a key belongs to, the first time; else nil.
  mutating func takeBatch(with key: ObjectKey) -> ArraySlice<ObjectKey>? {
    for place in loaders.indices.reversed() {
      guard let batch = loaders[place].take(key) else { continue }
      if loaders[place].isDone { loaders.remove(at: place) }
      return batch
    }
    return nil
  }

  /// Returns the number of objects that the last fetch of all of some entities found, if it was
  /// many.
  func wholeCount(of entities: Range<Int>) -> Int? {
    wholeCounts.first { $0.entities == entities }?.count
  }

  mutating func noteWholeCount(_ count: Int?, of entities: Range<Int>) {
    wholeCounts.removeAll { $0.entities == entities }
    if let count { wholeCounts.append((entities, count)) }
  }

  // MARK: - Failures

  mutating func note(_ error: any Error) { failure = error }

  /// Forgets the failure, which is returned: what fails from now on is another's.
  @discardableResult
  mutating func takeFailure() -> (any Error)? {
    let former = failure
    failure = nil
    return former
  }

  /// Puts back an earlier failure, unless there is a new one.
  mutating func restore(_ former: (any Error)?) { failure = failure ?? former }

  // MARK: - What could not be read

  var hasUnread: Bool { !unread.isEmpty }

  /// The objects and relationships that were changed since they could not be read.
  var changedUnread: [Unread] { unread.filter(\.isChanged) }

  mutating func noteUnread(of owner: NSManagedObject, index: Int?, error: any Error) {
    unread.removeAll { $0.owner == nil }
    guard place(owner, index) == nil else { return }
    unread.append(Unread(owner: owner, index: index, error: error))
  }

  private func place(_ owner: NSManagedObject, _ index: Int?) -> Int? {
    unread.firstIndex { $0.owner === owner && $0.index == index }
  }

  /// Something is changed by somebody who may have taken it for empty.
  /// - Parameter index: a relationship; nil: the object's own values.
  mutating func noteChange(ofUnread owner: NSManagedObject, _ index: Int?) {
    if let place = place(owner, index) { unread[place].isChanged = true }
  }

  /// Values or members have been read: whoever asks from now on gets them.
  mutating func noteRead(_ owners: [NSManagedObject], _ index: Int?) {
    unread.removeAll { unread in
      !unread.isChanged && unread.index == index && owners.contains { $0 === unread.owner }
    }
  }

  /// The changes of an object are taken back.
  mutating func forgetUnread(of owner: NSManagedObject) {
    if !unread.isEmpty { unread.removeAll { $0.owner === owner } }
  }

  mutating func forgetUnread() { unread = [] }

  /// Forgets what belongs to objects, as a reset does.
  mutating func forgetObjects() {
    unread = []
    loaders = []
  }
}

/// An object, or a to-many relationship of one, that could not be read when somebody asked for it, and
/// was taken for an empty one. What is made of that must not be saved.
struct Unread {
  private(set) weak var owner: NSManagedObject?
  /// The relationship's index; nil for the object's own values.
  let index: Int?
  let error: any Error
  /// True if it has been changed since, perhaps because it seemed empty.
  fileprivate(set) var isChanged = false

  init(owner: NSManagedObject, index: Int?, error: any Error) {
    self.owner = owner
    self.index = index
    self.error = error
  }
}
