// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A growing array with cheap copies: a copy shares every page, and a writer copies only the pages
/// it touches. Numbers without an element read as `empty`.
///
/// Reading costs three loads beyond an array's and retains nothing but the element; writing to a
/// page of one's own a few checks more.
// Sendable: a page is written only while one array, of one writer, references it.
package struct PagedArray<Element: Sendable>: @unchecked Sendable {
  typealias Leaf = Page<Element>
  typealias Branch = Page<Page<Element>?>

  /// The content of an array behind one reference, so that passing an array on retains once.
  package final class Root {
    let empty: Element
    var branches: UnsafeMutableBufferPointer<Branch?>
    /// Numbers from `nearLimit` on, so that one huge number costs no huge array.
    package var far: [Int64: Element] = [:]

    init(empty: Element) {
      self.empty = empty
      branches = .allocate(capacity: 0)
    }

    init(copying other: Root) {
      empty = other.empty
      far = other.far
      branches = .allocate(capacity: other.branches.count)
      _ = branches.initialize(from: other.branches)
    }

    deinit {
      branches.deinitialize()
      branches.deallocate()
    }

    func grow(to count: Int) {
      let larger = UnsafeMutableBufferPointer<Branch?>.allocate(capacity: count)
      let end = larger.moveInitialize(fromContentsOf: branches)
      larger[end...].initialize(repeating: nil)
      branches.deallocate()
      branches = larger
    }
  }

  private static var nearLimit: Int64 { 1 << 31 }
  private static var branchBits: Int { 2 * Leaf.bits }
  static var mask: Int { Leaf.capacity - 1 }

  package private(set) var root: Root

  package init(empty: Element) { root = Root(empty: empty) }

  /// The element of a number from zero.
  @inline(__always)
  package subscript(number: Int64) -> Element {
    if let place = place(number) { return place.pointee }
    return root.far.isEmpty ? root.empty : root.far[number] ?? root.empty
  }

  /// Where the element of a number is; nil when it has no page. Valid until the array changes.
  @inline(__always)
  func place(_ number: Int64) -> UnsafeMutablePointer<Element>? {
    let index = Int(truncatingIfNeeded: number)
    let branch = index >> Self.branchBits
    guard index >= 0, branch < root.branches.count,
      let leaves = Branch.elements(in: root.branches.baseAddress, at: branch),
      let elements = Leaf.elements(in: leaves, at: (index >> Leaf.bits) & Self.mask)
    else { return nil }
    return elements + (index & Self.mask)
  }

  // MARK: - Writing

  /// Changes the element of a number in place.
  @inline(__always)
  mutating func update<Result>(
    _ number: Int64, _ body: (inout Element) -> Result
  ) -> Result {
    guard let page = page(of: number) else { return updateFar(number, body) }
    return body(&page[Int(number) & Self.mask])
  }

  private mutating func updateFar<Result>(
    _ number: Int64, _ body: (inout Element) -> Result
  ) -> Result {
    ownRoot()
    defer { checkInvariants(root.far.count <= 32 ? violation : nil) }
    return body(&root.far[number, default: root.empty])
  }

  package mutating func set(_ element: Element, at number: Int64) {
    update(number) { $0 = element }
  }

  /// Returns the elements of the page that holds a number, made or copied so that nobody else sees
  /// them; nil for numbers beyond the pages. Valid until the array is copied or changed otherwise.
  mutating func page(of number: Int64) -> UnsafeMutablePointer<Element>? {
    guard number >= 0, number < Self.nearLimit else { return nil }
    let index = Int(number)
    ownRoot()
    let position = index >> Self.branchBits
    if position >= root.branches.count { root.grow(to: position + 1) }
    return Self.own(
      Self.own(root.branches.baseAddress, position, empty: nil), (index >> Leaf.bits) & Self.mask,
      empty: root.empty)
  }

  private mutating func ownRoot() {
    if !isKnownUniquelyReferenced(&root) { root = Root(copying: root) }
  }

  /// Returns the elements of a page in a list of pages, the page made or copied so that nobody else
  /// has it.
  private static func own<T>(
    _ pages: UnsafeMutablePointer<Page<T>?>?, _ index: Int, empty: @autoclosure () -> T
  ) -> UnsafeMutablePointer<T>? {
    guard let pages else { return nil }
    let slot = pages + index
    if slot.pointee == nil {
      slot.pointee = Page.make(repeating: empty())
    } else if !isKnownUniquelyReferenced(&slot.pointee) {
      slot.pointee = slot.pointee.map(Page.make(copying:))
    }
    return Page.elements(in: pages, at: index)
  }

  /// The first broken promise; nil when all hold. Looks at every number beyond the pages.
  package var violation: String? {
    if let number = root.far.keys.first(where: { (0..<Self.nearLimit).contains($0) }) {
      return "A paged array has the number \(number), which belongs in a page, beyond the pages."
    }
    if root.branches.count > Int(Self.nearLimit) >> Self.branchBits {
      return "A paged array has pages for numbers beyond the pages."
    }
    return nil
  }

  // MARK: - Walking

  /// Calls `body` with the first number and the elements of each page that exists, ascending, until
  /// it returns false; numbers beyond the pages come one by one.
  func forEachPage<Failure: Error>(
    _ body: (Int64, UnsafeMutableBufferPointer<Element>) throws(Failure) -> Bool
  ) throws(Failure) {
    for position in root.branches.indices {
      guard let leaves = Branch.elements(in: root.branches.baseAddress, at: position) else {
        continue
      }
      for middle in 0..<Branch.capacity {
        guard let elements = Leaf.elements(in: leaves, at: middle) else { continue }
        let start = Int64(position << Self.branchBits | middle << Leaf.bits)
        let page = UnsafeMutableBufferPointer(start: elements, count: Leaf.capacity)
        guard try body(start, page) else { return }
      }
    }
    for number in root.far.keys.sorted() {
      var element = root.far[number] ?? root.empty
      let wantsMore = try withUnsafeMutablePointer(to: &element) { place throws(Failure) in
        try body(number, UnsafeMutableBufferPointer(start: place, count: 1))
      }
      guard wantsMore else { return }
    }
  }
}
