// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The merges into a context: whether one is going on, and what they have brought in.
struct MergeState {
  /// True while what happens comes from elsewhere: it is not recorded for undo (R-CTX-769).
  private(set) var isApplying = false
  /// The objects that the merges of this turn of the queue brought in, for whoever asked for them.
  private(set) var arrivals: [NSManagedObject] = []
  /// The rows that came with the merge that is going on, by key; nil if none came.
  private(set) var handedRows: [ObjectKey: Row]?
  /// Lists of results that are told what merges change of objects without values here, as long as they live.
  private(set) var followers: [Follower] = []

  mutating func addFollower(_ list: any MergeFollower) {
    followers.removeAll { $0.list == nil }
    if !followers.contains(where: { $0.list === list }) { followers.append(Follower(list)) }
  }

  /// Begins applying what comes from elsewhere; returns what ``endApplying(_:)`` is given.
  mutating func beginApplying() -> Bool {
    let before = isApplying
    isApplying = true
    return before
  }

  mutating func endApplying(_ before: Bool) { isApplying = before }

  /// Counts changes as the context's own again: observers are told now, and may make some.
  mutating func tellObservers() { isApplying = false }

  /// Begins a merge, whose rows may have come with it; returns what ``endMerge(_:)`` is given.
  mutating func beginMerge(isHanded: Bool) -> [ObjectKey: Row]? {
    let outer = handedRows
    if isHanded { handedRows = [:] }
    return outer
  }

  mutating func endMerge(_ outer: [ObjectKey: Row]?) { handedRows = outer }

  /// Keeps the row of an object that came with the merge, for when it fires.
  mutating func hand(_ row: Row, to key: ObjectKey) { handedRows?[key] = row }

  mutating func keep(_ objects: [NSManagedObject]) { arrivals += objects }

  mutating func letGo() { arrivals = [] }

  /// Lets go of those that have left the context.
  mutating func letGoOfOrphans() { arrivals.removeAll { $0.flags.contains(.orphan) } }
}

/// A list of objects that follows merges into its context.
protocol MergeFollower: AnyObject {
  /// True if somebody is told of the list's changes.
  var isFollowing: Bool { get }

  /// Returns true if objects of an entity may be in the list.
  func mayHold(entity: Int) -> Bool

  /// Takes changed objects into account that the context does not tell of.
  func expect(_ objects: [NSManagedObject])

  /// Ends the event of expected objects if the context has told nothing.
  func processExpected()
}

/// A list that follows its context, for as long as somebody holds it.
struct Follower {
  fileprivate weak var list: (any MergeFollower)?

  fileprivate init(_ list: any MergeFollower) { self.list = list }

  /// The list, if somebody is told of its changes now.
  var following: (any MergeFollower)? { list.flatMap { $0.isFollowing ? $0 : nil } }
}
