// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An element of a ``RankForest``, which tells it where it is.
protocol Ranked: AnyObject {
  /// Its node; 0 while it is in no list. Only the forest writes it.
  var node: Int32 { get set }
}

/// Several ordered lists in one table of nodes: position of an element, element at a position, insertion
/// and removal in O(log n), nothing compared.
///
/// Each list is a weight-balanced tree, named by its root, 0 while it is empty. Nodes are numbers and
/// links are numbers, so that no reference is counted on the way; an element keeps its node while its
/// neighbours come and go.
struct RankForest<Element: Ranked> {
  private struct Cell {
    var element: Element?
    var left: Int32 = 0
    var right: Int32 = 0
    var parent: Int32 = 0
    var count: Int32 = 0
  }

  /// The first stands for no node, and counts nothing.
  private var cells = [Cell()]
  private var free: [Int32] = []

  // MARK: - Asking

  /// The number of elements of a list.
  func count(_ root: Int32) -> Int { Int(cells[Int(root)].count) }

  /// The position of an element in its list.
  func rank(of element: Element) -> Int {
    var node = element.node
    var rank = count(cells[Int(node)].left)
    while cells[Int(node)].parent != 0 {
      let parent = cells[Int(node)].parent
      if cells[Int(parent)].right == node { rank += count(cells[Int(parent)].left) + 1 }
      node = parent
    }
    return rank
  }

  /// The element at a position, which must be in the list.
  func element(at rank: Int, in root: Int32) -> Element? {
    var node = root
    var rest = rank
    while node != 0 {
      let before = count(cells[Int(node)].left)
      if rest == before { return cells[Int(node)].element }
      (node, rest) =
        rest < before ? (cells[Int(node)].left, rest) : (cells[Int(node)].right, rest - before - 1)
    }
    return nil
  }

  /// How many elements stand before the first that a test refuses. Those that it accepts must stand
  /// before those that it refuses; O(log n) tests.
  func prefixCount(of root: Int32, _ accepts: (Element) -> Bool) -> Int {
    var node = root
    var rank = 0
    while node != 0, let element = cells[Int(node)].element {
      if accepts(element) {
        rank += count(cells[Int(node)].left) + 1
        node = cells[Int(node)].right
      } else {
        node = cells[Int(node)].left
      }
    }
    return rank
  }

  /// Calls a function with each element, in order. O(n).
  func forEach(_ root: Int32, _ body: (Element) -> Void) {
    var waiting: [Int32] = []
    var node = root
    while node != 0 || !waiting.isEmpty {
      while node != 0 {
        waiting.append(node)
        node = cells[Int(node)].left
      }
      let next = waiting.removeLast()
      if let element = cells[Int(next)].element { body(element) }
      node = cells[Int(next)].right
    }
  }

  // MARK: - Changing

  /// Makes a list of elements that are in none; returns its root. O(n).
  mutating func build(_ elements: ArraySlice<Element>) -> Int32 {
    guard !elements.isEmpty else { return 0 }
    let middle = elements.startIndex + elements.count / 2
    let node = allocate(elements[middle])
    let left = build(elements[..<middle])
    let right = build(elements[(middle + 1)...])
    link(node, left: left, right: right)
    return node
  }

  /// Puts an element that is in no list at a position.
  mutating func insert(_ element: Element, at rank: Int, in root: inout Int32) {
    let new = allocate(element)
    guard root != 0 else { return root = new }
    var node = root
    var rest = rank
    while true {
      let before = count(cells[Int(node)].left)
      let goesLeft = rest <= before
      let next = goesLeft ? cells[Int(node)].left : cells[Int(node)].right
      if !goesLeft { rest -= before + 1 }
      guard next == 0 else {
        node = next
        continue
      }
      if goesLeft { cells[Int(node)].left = new } else { cells[Int(node)].right = new }
      cells[Int(new)].parent = node
      return balance(from: node, &root)
    }
  }

  /// Takes an element out of its list.
  mutating func remove(_ element: Element, from root: inout Int32) {
    let node = element.node
    let (left, right) = (cells[Int(node)].left, cells[Int(node)].right)
    if left != 0, right != 0, let successor = cells[Int(first(from: right))].element {
      // The successor has no left child; it takes the node's place.
      let heir = successor.node
      cut(heir, &root)
      replace(node, byHeir: heir, in: &root)
    } else {
      cut(node, &root)
    }
    element.node = 0
    cells[Int(node)] = Cell()
    free.append(node)
  }

  // MARK: - Nodes

  private mutating func allocate(_ element: Element) -> Int32 {
    let cell = Cell(element: element, count: 1)
    if let node = free.popLast() {
      cells[Int(node)] = cell
      element.node = node
    } else {
      element.node = Int32(cells.count)
      cells.append(cell)
    }
    return element.node
  }

  private func first(from root: Int32) -> Int32 {
    var node = root
    while cells[Int(node)].left != 0 { node = cells[Int(node)].left }
    return node
  }

  /// Takes out a node that has at most one child.
  private mutating func cut(_ node: Int32, _ root: inout Int32) {
    let cell = cells[Int(node)]
    let child = cell.left != 0 ? cell.left : cell.right
    replace(node, by: child, below: cell.parent, in: &root)
    if cell.parent != 0 { balance(from: cell.parent, &root) }
  }

  /// Puts a node where another one was.
  private mutating func replace(_ node: Int32, byHeir heir: Int32, in root: inout Int32) {
    let place = cells[Int(node)]
    link(heir, left: place.left, right: place.right)
    replace(node, by: heir, below: place.parent, in: &root)
  }

  private mutating func replace(
    _ node: Int32, by other: Int32, below parent: Int32, in root: inout Int32
  ) {
    if parent == 0 {
      root = other
    } else if cells[Int(parent)].left == node {
      cells[Int(parent)].left = other
    } else {
      cells[Int(parent)].right = other
    }
    if other != 0 { cells[Int(other)].parent = parent }
  }

  /// Gives a node its children.
  private mutating func link(_ node: Int32, left: Int32, right: Int32) {
    cells[Int(node)].left = left
    cells[Int(node)].right = right
    cells[Int(node)].count = cells[Int(left)].count + cells[Int(right)].count + 1
    if left != 0 { cells[Int(left)].parent = node }
    if right != 0 { cells[Int(right)].parent = node }
  }

  // MARK: - Balance

  /// No side of a node weighs more than three times the other one, a weight being a count and one.
  private mutating func balance(from start: Int32, _ root: inout Int32) {
    var node = start
    while node != 0 {
      let parent = cells[Int(node)].parent
      let top = balanced(node)
      if parent == 0 { root = top }
      node = parent
    }
  }

  /// Counts a node anew, and turns it when one side is too heavy; returns who is on top then.
  private mutating func balanced(_ node: Int32) -> Int32 {
    let (left, right) = (cells[Int(node)].left, cells[Int(node)].right)
    if weight(right) > 3 * weight(left) {
      let inner = cells[Int(right)].left
      if weight(inner) >= 2 * weight(cells[Int(right)].right) { turnRight(right) }
      return turnLeft(node)
    }
    if weight(left) > 3 * weight(right) {
      let inner = cells[Int(left)].right
      if weight(inner) >= 2 * weight(cells[Int(left)].left) { turnLeft(left) }
      return turnRight(node)
    }
    link(node, left: left, right: right)
    return node
  }

  private func weight(_ node: Int32) -> Int32 { cells[Int(node)].count + 1 }

  /// The right child comes on top.
  @discardableResult
  private mutating func turnLeft(_ node: Int32) -> Int32 {
    let top = cells[Int(node)].right
    let (parent, outer) = (cells[Int(node)].parent, cells[Int(top)].right)
    link(node, left: cells[Int(node)].left, right: cells[Int(top)].left)
    link(top, left: node, right: outer)
    adopt(top, instead: node, below: parent)
    return top
  }

  /// The left child comes on top.
  @discardableResult
  private mutating func turnRight(_ node: Int32) -> Int32 {
    let top = cells[Int(node)].left
    let (parent, outer) = (cells[Int(node)].parent, cells[Int(top)].left)
    link(node, left: cells[Int(top)].right, right: cells[Int(node)].right)
    link(top, left: outer, right: node)
    adopt(top, instead: node, below: parent)
    return top
  }

  private mutating func adopt(_ top: Int32, instead node: Int32, below parent: Int32) {
    cells[Int(top)].parent = parent
    guard parent != 0 else { return }
    if cells[Int(parent)].left == node { cells[Int(parent)].left = top }
    if cells[Int(parent)].right == node { cells[Int(parent)].right = top }
  }
}
