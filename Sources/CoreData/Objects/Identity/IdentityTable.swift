// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Pointers by key, in pages of 64 consecutive numbers of one entity and store.
///
/// Objects come and go in runs of neighbouring numbers, so that most accesses hit the page of the
/// one before: no hash, and memory in order. Pages are found in an open-addressing directory. Bare
/// memory throughout, so that nothing is counted or checked. Not thread-safe: it lives within the
/// map's mutex.
package struct IdentityTable: ~Copyable, @unchecked Sendable {
  private var directory: UnsafeMutableBufferPointer<IdentityPage>
  private var pageCount = 0
  /// The page of the last access; without places when there is none.
  package private(set) var recent = IdentityPage()
  package private(set) var count = 0
  /// Hears of every key that comes or goes; nil where nobody wants to.
  var observer: (any IdentityObserver)?

  package init() { directory = IdentityTable.emptyDirectory(16) }

  deinit {
    for page in directory { page.places?.deallocate() }
    directory.deallocate()
  }

  /// Calls `body` with every pointer, in no order.
  func forEach(_ body: (UnsafeMutableRawPointer) -> Void) {
    for page in directory where page.places != nil {
      for place in 0..<IdentityPage.capacity {
        if let pointer = page[place] { body(pointer) }
      }
    }
  }

  /// Forgets all pointers.
  mutating func removeAll() {
    if let observer { forEachKey(observer.noteDeparture) }
    for page in directory { page.places?.deallocate() }
    directory.deallocate()
    directory = IdentityTable.emptyDirectory(16)
    recent = IdentityPage()
    (pageCount, count) = (0, 0)
  }

  /// Calls `body` with every key, in no order.
  func forEachKey(_ body: (ObjectKey) -> Void) {
    for page in directory where page.places != nil {
      for place in 0..<IdentityPage.capacity where page[place] != nil {
        body(page.key(at: place))
      }
    }
  }

  /// How many objects of entities there are, over all stores.
  func count(of entities: Range<Int>) -> Int {
    directory.reduce(0) { count, page in
      page.places != nil && entities.contains(page.entity) ? count + page.count : count
    }
  }

  @inline(__always)
  package mutating func find(_ key: ObjectKey) -> UnsafeMutableRawPointer? {
    guard hasRecent(key) || enter(key) else { return nil }
    return recent[Int(key.number & 63)]
  }

  /// Puts a pointer in its place, over whatever is there.
  @inline(__always)
  package mutating func insert(_ key: ObjectKey, _ pointer: UnsafeMutableRawPointer) {
    if !hasRecent(key), !enter(key) { addPage(key) }
    let place = Int(key.number & 63)
    if recent[place] == nil {
      recent.count += 1
      count += 1
      observer?.noteArrival(of: key)
    }
    recent[place] = pointer
    checkInvariants(sampledViolation)
  }

  /// Empties the place, unless it has another pointer.
  @inline(__always)
  package mutating func remove(_ key: ObjectKey, _ pointer: UnsafeMutableRawPointer) {
    guard hasRecent(key) || enter(key) else { return }
    let place = Int(key.number & 63)
    guard recent[place] == pointer else { return }
    recent[place] = nil
    recent.count -= 1
    count -= 1
    observer?.noteDeparture(of: key)
    if recent.count == 0 { dropRecent() }
    checkInvariants(sampledViolation)
  }

  // MARK: - Invariants

  /// The broken promise of a small table; of a large one, once in a thousand objects.
  private var sampledViolation: String? {
    pageCount <= 2 || count & 1023 == 0 ? violation : nil
  }

  /// The first broken promise; nil when all hold. Looks at every place.
  package var violation: String? {
    var (pages, pointers) = (0, 0)
    for place in directory.indices where directory[place].places != nil {
      let page = directory[place]
      let taken = page.takenPlaces
      if taken == 0 { return "The identity table keeps an empty page." }
      if taken != page.count {
        return "A page of the identity table counts \(page.count) objects and has \(taken)."
      }
      if directory.place(of: page) != place {
        return "A page of the identity table cannot be found."
      }
      pages += 1
      pointers += taken
    }
    if pages != pageCount {
      return "The identity table counts \(pageCount) pages and has \(pages)."
    }
    if pointers != count {
      return "The identity table counts \(count) objects and has \(pointers)."
    }
    if 2 * pageCount > directory.count { return "The identity table's directory is too full." }
    if recent.places != nil, directory[directory.place(of: recent)].places != recent.places {
      return "The identity table's recent page is not in its directory."
    }
    return nil
  }

  // MARK: - Pages

  @inline(__always)
  private func hasRecent(_ key: ObjectKey) -> Bool {
    recent.position == key.number >> 6 && recent.space == IdentityPage.space(key)
      && recent.places != nil
  }

  /// Makes the page of a key the recent one; false when there is none.
  private mutating func enter(_ key: ObjectKey) -> Bool {
    let page = directory[directory.place(of: IdentityPage(key))]
    guard page.places != nil else { return false }
    recent = page
    return true
  }

  private mutating func addPage(_ key: ObjectKey) {
    if 2 * (pageCount + 1) > directory.count { grow() }
    recent = IdentityPage(key)
    recent.allocate()
    directory[directory.place(of: recent)] = recent
    pageCount += 1
  }

  private mutating func grow() {
    let old = directory
    directory = IdentityTable.emptyDirectory(2 * old.count)
    for page in old where page.places != nil { directory[directory.place(of: page)] = page }
    old.deallocate()
  }

  /// Frees the recent page. Those behind it move up, so that searches find no gap.
  private mutating func dropRecent() {
    let mask = directory.count - 1
    var gap = directory.place(of: recent)
    directory[gap].places?.deallocate()
    directory[gap] = IdentityPage()
    recent = IdentityPage()
    pageCount -= 1
    var next = (gap + 1) & mask
    while directory[next].places != nil {
      let home = directory[next].hash & mask
      if (next - home) & mask >= (next - gap) & mask {
        directory[gap] = directory[next]
        directory[next] = IdentityPage()
        gap = next
      }
      next = (next + 1) & mask
    }
  }

  private static func emptyDirectory(
    _ capacity: Int
  ) -> UnsafeMutableBufferPointer<IdentityPage> {
    let directory = UnsafeMutableBufferPointer<IdentityPage>.allocate(capacity: capacity)
    directory.initialize(repeating: IdentityPage())
    return directory
  }
}

extension UnsafeMutableBufferPointer<IdentityPage> {
  /// Where a page is in a directory, or would be.
  fileprivate func place(of page: IdentityPage) -> Int {
    let mask = count - 1
    var place = page.hash & mask
    while self[place].places != nil, !self[place].isSame(as: page) {
      place = (place + 1) & mask
    }
    return place
  }
}
