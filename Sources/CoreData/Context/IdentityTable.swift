// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Pointers by key, in pages of 64 consecutive numbers of one entity and store.
///
/// Objects come and go in runs of neighbouring numbers, so that most accesses hit the page of the
/// one before: no hash, and memory in order. Not thread-safe: it lives within the map's mutex.
struct IdentityTable: @unchecked Sendable {
  private struct PageKey: Hashable {
    let space: Int
    let position: Int64

    init(_ key: ObjectKey) {
      space = key.store << 32 | key.entity
      position = key.number >> 6
    }
  }

  /// 64 places and how many of them are taken.
  private final class Page {
    let places = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 64)
    var count = 0

    init() { places.initialize(repeating: nil, count: 64) }

    deinit { places.deallocate() }
  }

  private var pages: [PageKey: Page] = [:]
  private var recentKey = PageKey(ObjectKey(entity: 0, number: .min))
  private var recent: Page?
  private(set) var count = 0

  init() {}

  /// All pointers, in no order.
  var pointers: [UnsafeMutableRawPointer] {
    pages.values.flatMap { page in (0..<64).compactMap { page.places[$0] } }
  }

  mutating func find(_ key: ObjectKey) -> UnsafeMutableRawPointer? {
    page(PageKey(key))?.places[Int(key.number & 63)]
  }

  /// Puts a pointer in its place, over whatever is there.
  mutating func insert(_ key: ObjectKey, _ pointer: UnsafeMutableRawPointer) {
    let page = page(PageKey(key)) ?? addPage(PageKey(key))
    let place = Int(key.number & 63)
    if page.places[place] == nil {
      page.count += 1
      count += 1
    }
    page.places[place] = pointer
  }

  /// Empties the place, unless it has another pointer.
  mutating func remove(_ key: ObjectKey, _ pointer: UnsafeMutableRawPointer) {
    let pageKey = PageKey(key)
    guard let page = page(pageKey) else { return }
    let place = Int(key.number & 63)
    guard page.places[place] == pointer else { return }
    page.places[place] = nil
    page.count -= 1
    count -= 1
    if page.count == 0 {
      pages[pageKey] = nil
      recent = nil
    }
  }

  @inline(__always)
  private mutating func page(_ key: PageKey) -> Page? {
    if key == recentKey, let recent { return recent }
    guard let page = pages[key] else { return nil }
    recentKey = key
    recent = page
    return page
  }

  private mutating func addPage(_ key: PageKey) -> Page {
    let page = Page()
    pages[key] = page
    recentKey = key
    recent = page
    return page
  }
}
