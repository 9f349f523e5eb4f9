// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Relationship values remembered between `willChangeValue(forKey:)` and `didChangeValue(forKey:)`.
final class ChangeNotes {
  /// A remembered destination.
  struct Old {
    let object: NSManagedObject?
  }

  private struct Key: Hashable {
    let object: ObjectIdentifier
    let index: Int
  }

  private var open: [Key: Old] = [:]

  func begin(_ object: NSManagedObject, _ index: Int, _ value: NSManagedObject?) {
    open[Key(object: ObjectIdentifier(object), index: index)] = Old(object: value)
  }

  func end(_ object: NSManagedObject, _ index: Int) -> Old? {
    open.removeValue(forKey: Key(object: ObjectIdentifier(object), index: index))
  }
}
