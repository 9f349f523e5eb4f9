// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A growing array with cheap copies: a copy shares every page, and a writer copies only the pages
/// it touches. Numbers without an element read as `empty`.
///
/// Reading costs two loads beyond an array's; writing to a page of one's own a few checks more.
// Sendable: a page is written only while one array, of one writer, references it.
struct PagedArray<Element: Sendable>: @unchecked Sendable {
  private typealias Leaf = Page<Element>
  private typealias Branch = Page<Page<Element>?>

  /// Numbers from here on are kept in a dictionary, so that one huge number costs no huge array.
  private static var nearLimit: Int64 { 1 << 31 }
  private static var branchBits: Int { 2 * Leaf.bits }
  private static var mask: Int { Leaf.capacity - 1 }

  private let empty: Element
  private var branches: [Page<Page<Element>?>?] = []
  private var far: [Int64: Element] = [:]

  init(empty: Element) { self.empty = empty }

  /// The element of a number from zero.
  subscript(number: Int64) -> Element {
    let index = Int(truncatingIfNeeded: number)
    let branch = index >> Self.branchBits
    guard index >= 0, branch < branches.count else { return farElement(number) }
    guard let leaf = branches[branch]?.elements[(index >> Leaf.bits) & Self.mask] else {
      return empty
    }
    return leaf.elements[index & Self.mask]
  }

  private func farElement(_ number: Int64) -> Element {
    far.isEmpty ? empty : far[number] ?? empty
  }

  /// Changes the element of a number in place.
  mutating func update<Result>(
    _ number: Int64, _ body: (inout Element) -> Result
  ) -> Result {
    guard number < Self.nearLimit else { return updateFar(number, body) }
    let leaf = ownLeaf(Int(number))
    return body(&leaf.elements[Int(number) & Self.mask])
  }

  private mutating func updateFar<Result>(
    _ number: Int64, _ body: (inout Element) -> Result
  ) -> Result {
    let empty = empty
    return body(&far[number, default: empty])
  }

  mutating func set(_ element: Element, at number: Int64) {
    update(number) { $0 = element }
  }

  /// The leaf of an index, made or copied so that nobody else sees it.
  private mutating func ownLeaf(_ index: Int) -> Page<Element> {
    let position = index >> Self.branchBits
    while branches.count <= position { branches.append(nil) }
    if branches[position] == nil {
      branches[position] = Branch.make(repeating: nil)
    } else if !isKnownUniquelyReferenced(&branches[position]) {
      branches[position] = branches[position].map(Branch.make(copying:))
    }
    guard let branch = branches[position] else { return Leaf.make(repeating: empty) }
    let slot = branch.elements + ((index >> Leaf.bits) & Self.mask)
    // Asked before the leaf is loaded into a variable, which would be a second reference.
    if isKnownUniquelyReferenced(&slot.pointee), let leaf = slot.pointee { return leaf }
    let leaf = slot.pointee.map(Leaf.make(copying:)) ?? Leaf.make(repeating: empty)
    slot.pointee = leaf
    return leaf
  }

  /// Calls `body` with every number of a page that exists, ascending, until it returns false.
  func forEach<Failure: Error>(
    _ body: (Int64, borrowing Element) throws(Failure) -> Bool
  ) throws(Failure) {
    for (position, branch) in branches.enumerated() {
      guard let branch else { continue }
      for middle in 0..<Branch.capacity {
        guard let leaf = branch.elements[middle] else { continue }
        let start = Int64(position << Self.branchBits | middle << Leaf.bits)
        for index in 0..<Leaf.capacity {
          guard try body(start + Int64(index), leaf.elements[index]) else { return }
        }
      }
    }
    for number in far.keys.sorted() {
      guard try body(number, far[number] ?? empty) else { return }
    }
  }
}
