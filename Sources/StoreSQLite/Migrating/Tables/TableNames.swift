// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The names of tables, or of the columns of one, while they change: what gets another's name waits until
/// that is free, and what nobody knows makes room.
struct TableNames {
  /// In upper case.
  private(set) var present: Set<String>
  private(set) var renames: [(from: String, to: String)] = []
  /// Names for the time being.
  private let prefix: String
  private var count = 0

  init(_ present: Set<String>, prefix: String) {
    self.present = present
    self.prefix = prefix
  }

  /// Returns a name for something that is to have one in the end: that, if nothing else has it now.
  mutating func place(_ name: String) -> String {
    guard present.contains(name.uppercased()) else {
      present.insert(name.uppercased())
      return name
    }
    let temporary = free()
    renames.append((temporary, name))
    return temporary
  }

  /// Notes that something is to have another name.
  mutating func rename(_ old: String, to new: String) {
    if old != new { renames.append((old, new)) }
  }

  mutating func remove(_ name: String) { present.remove(name.uppercased()) }

  private mutating func free() -> String {
    var name = ""
    repeat {
      name = "\(prefix)\(count)"
      count += 1
    } while !present.insert(name).inserted
    return name
  }

  /// Gives all their names.
  ///
  /// - Parameter step: does one step. The last argument is true for what was in the way.
  mutating func settle(
    _ step: (_ from: String, _ to: String, _ isAside: Bool) throws(StoreError) -> Void
  ) throws(StoreError) {
    while let place = renames.firstIndex(where: { isFree($0.to, for: $0.from) })
      ?? renames.indices.first
    {
      let (from, to) = renames.remove(at: place)
      guard !isFree(to, for: from) else {
        try move(from, to: to, step)
        continue
      }
      renames.append((from, to))
      if let waiting = renames.firstIndex(where: { $0.from.uppercased() == to.uppercased() }) {
        // It is in a circle: it waits under a name of its own.
        let temporary = free()
        try step(renames[waiting].from, temporary, false)
        remove(renames[waiting].from)
        renames[waiting].from = temporary
      } else {
        let aside = free()
        try step(to, aside, true)
        remove(to)
      }
    }
  }

  private func isFree(_ name: String, for old: String) -> Bool {
    !present.contains(name.uppercased()) || name.uppercased() == old.uppercased()
  }

  private mutating func move(
    _ from: String, to: String, _ step: (String, String, Bool) throws(StoreError) -> Void
  ) throws(StoreError) {
    try step(from, to, false)
    remove(from)
    present.insert(to.uppercased())
  }
}
#endif
