// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// Looks through the pages of an environment, from the roots down, for what would lead the engine
/// astray: it checks nothing that it reads, and stops the program or reads elsewhere.
///
/// So many pages are looked at as take some tens of milliseconds, and all pages of a file that ends
/// before its last page does: of a large file those that the others hang on. A read transaction
/// must keep them from being used again meanwhile.
final class TreeCheck {
  private static let limit = 16_384

  private struct Tree {
    let record: TreeRecord
    let isFree: Bool
    let isMain: Bool
    var entries: UInt64 = 0
  }

  private struct Visit {
    let page: UInt64
    let level: Int
    let tree: Int
  }

  private let file: DataFile
  private let meta: MetaPage
  private let reader: PageReader
  private let pagesInFile: UInt64
  private let limit: Int
  private var seen: [UInt64]
  private var trees: [Tree] = []
  private var visits: [Visit] = []
  private var next = 0
  private var isOurs = false
  private var hasForeignTrees = false

  private let goesOn: () -> Bool

  /// - Parameters:
  ///   - isWhole: true: all pages of a file of any length.
  ///   - goesOn: asked now and then; false ends the check with an error.
  init(
    _ file: DataFile, _ meta: MetaPage, isWhole: Bool = false,
    while goesOn: @escaping () -> Bool = { true }
  ) throws(StoreError) {
    self.goesOn = goesOn
    self.file = file
    self.meta = meta
    reader = PageReader(file, pageSize: meta.pageSize)
    pagesInFile = UInt64(try file.size() / meta.pageSize)
    // Pages at the end that were never used again after a transaction need not be there.
    let isShort = pagesInFile <= meta.lastPage
    limit = isShort || isWhole ? .max : TreeCheck.limit
    seen = [UInt64](repeating: 0, count: Int(min(meta.lastPage, pagesInFile) / 64) + 1)
  }

  /// Throws `.corrupt`, naming the page, unless all that was looked at is sound.
  func run() throws(StoreError) {
    try add(Tree(record: meta.main, isFree: false, isMain: true))
    try walk()
    // Only when the pages in use are known can free ones be told to be none of them.
    try add(Tree(record: meta.free, isFree: true, isMain: false))
    try walk()
    guard !(isOurs && hasForeignTrees) else {
      throw damage(meta.main.root, "a database has settings that no store gives it")
    }
    guard next == visits.count, visits.count < limit else { return }
    for tree in trees where tree.entries != tree.record.entries {
      throw damage(
        tree.record.root,
        "\(tree.entries) entries follow where there should be "
          + "\(tree.record.entries)")
    }
  }

  private static func ended(_ path: String) -> StoreError {
    StoreError(.engine, store: path, message: "the check was ended")
  }

  private func add(_ tree: Tree) throws(StoreError) {
    trees.append(tree)
    guard !tree.record.isEmpty else { return }
    try add(tree.record.root, level: tree.record.depth, tree: trees.count - 1)
  }

  private func add(_ page: UInt64, level: Int, tree: Int) throws(StoreError) {
    try mark(page, 1)
    if visits.count < limit { visits.append(Visit(page: page, level: level, tree: tree)) }
  }

  private func walk() throws(StoreError) {
    while next < visits.count {
      if next & 0xFFF == 0xFFF, !goesOn() { throw TreeCheck.ended(file.path) }
      let visit = visits[next]
      next += 1
      let page = try reader.page(visit.page)
      guard let view = NodePage(page, number: visit.page, isLeaf: visit.level == 1) else {
        throw damage(visit.page, "it is none of its kind")
      }
      try visit.level == 1 ? leaf(view, visit) : branch(view, visit)
    }
  }

  // MARK: - Pages

  private func branch(_ page: NodePage, _ visit: Visit) throws(StoreError) {
    // With one way only the engine stops the program, but in the tree of free pages.
    guard page.count > 1 || trees[visit.tree].isFree else {
      throw damage(visit.page, "it leads nowhere")
    }
    try forEachNode(of: page, visit: visit) { node throws(StoreError) in
      try add(node.child, level: visit.level - 1, tree: visit.tree)
    }
  }

  private func leaf(_ page: NodePage, _ visit: Visit) throws(StoreError) {
    let tree = trees[visit.tree]
    if !tree.isMain, !tree.isFree, page.isPlainLeaf {
      trees[visit.tree].entries += UInt64(page.count)
      return
    }
    var records: [TreeRecord] = []
    var lists: [(page: UInt64, offset: Int, count: Int)] = []
    try forEachNode(of: page, visit: visit) { node throws(StoreError) in
      var list = (page: visit.page, offset: node.valueOffset, count: node.valueCount)
      switch node.kind {
      case .inline: break
      case .overflow(let first):
        try overflow(first, node.valueCount)
        list = (first, PageReader.headerSize, node.valueCount)
      case .tree(let record) where tree.isMain:
        records.append(record)
        if node.key.elementsEqual(KeySpace.metadata.utf8) { isOurs = true }
      case .tree: throw damage(visit.page, "a value is a database")
      }
      if tree.isFree { lists.append(list) }
    }
    trees[visit.tree].entries += UInt64(page.count)
    for record in records { try add(named: record, on: visit.page) }
    for list in lists { try free(list.page, offset: list.offset, count: list.count) }
  }

  /// Foreign files may have databases of kinds that no store has: these are not looked into.
  private func add(named record: TreeRecord, on page: UInt64) throws(StoreError) {
    guard record.flags & TreeRecord.kinds == 0 else { return hasForeignTrees = true }
    guard record.isPlausible(lastPage: meta.lastPage) else {
      throw damage(page, "a database cannot be where it says")
    }
    try add(Tree(record: record, isFree: false, isMain: false))
  }

  private func forEachNode(
    of page: NodePage, visit: Visit, body: (NodePage.Node) throws(StoreError) -> Void
  ) throws(StoreError) {
    let hasIntegerKeys = trees[visit.tree].isFree
    var before: NodePage.Node?
    var used = 0
    for index in 0..<page.count {
      guard let node = page.node(index) else {
        throw damage(visit.page, "its entry \(index) reaches beyond it")
      }
      used += node.byteCount
      let isOrdered =
        before.map { hasIntegerKeys ? $0.number < node.number : $0.isBefore(node) } ?? true
      guard used <= page.room, isOrdered, !hasIntegerKeys || node.isNumbered(index) else {
        throw damage(visit.page, "its entry \(index) is not where it belongs")
      }
      // The first key of a page with ways is not looked at.
      if page.isLeaf || index > 0 { before = node }
      try body(node)
    }
  }

  private func overflow(_ first: UInt64, _ count: Int) throws(StoreError) {
    guard first >= 2, first <= meta.lastPage, first < pagesInFile else {
      throw damage(first, "the file has no such page")
    }
    let pages = try reader.overflowCount(first)
    guard pages > 0, count <= pages * meta.pageSize - PageReader.headerSize else {
      throw damage(first, "it does not hold the value that is said to be there")
    }
    try mark(first, pages)
  }

  /// A list of free pages, none of which may be in use: the next save would write over it.
  private func free(_ page: UInt64, offset: Int, count: Int) throws(StoreError) {
    guard let list = try reader.numbers(on: page, offset: offset, count: count), list.count > 0,
      list[0] < list.count
    else { throw damage(page, "its list of free pages is none") }
    var last = UInt64.max
    for place in 0..<Int(list[0]) {
      let number = list[place + 1]
      guard number < last, number >= 2, number <= meta.lastPage else {
        throw damage(page, "its list of free pages is none")
      }
      last = number
      // A free page need not be there.
      if number < pagesInFile { try mark(number, 1) }
    }
  }

  // MARK: - Parts

  private func mark(_ first: UInt64, _ count: Int) throws(StoreError) {
    let (end, overflow) = first.addingReportingOverflow(UInt64(count))
    guard !overflow, first >= 2, end <= meta.lastPage + 1, end <= pagesInFile else {
      throw damage(first, "the file has no such page")
    }
    for page in first..<end {
      let (word, bit) = (Int(page / 64), UInt64(1) << (page % 64))
      guard seen[word] & bit == 0 else { throw damage(page, "it is in use twice") }
      seen[word] |= bit
    }
  }

  private func damage(_ page: UInt64, _ what: String) -> StoreError {
    StoreError(
      .corrupt, store: file.path, message: "the page \(page) is damaged: \(what)")
  }
}
#endif
