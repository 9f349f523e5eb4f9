// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The state of a relationship that is remembered between `willChangeValue(forKey:)` and
/// `didChangeValue(forKey:)`, for the inverse to follow a primitive write in between.
final class ChangeNotes {
  /// The former destination, or the members that primitive writes took away and brought in.
  enum Note {
    case destination(NSManagedObject?)
    case members(gone: ObjectList = ObjectList(), new: ObjectList = ObjectList())
  }

  private struct Key: Hashable {
    let object: ObjectIdentifier
    let index: Int

    init(_ object: NSManagedObject, _ index: Int) {
      self.object = ObjectIdentifier(object)
      self.index = index
    }
  }

  private var open: [Key: Note] = [:]

  func begin(_ object: NSManagedObject, index: Int, note: Note) {
    open[Key(object, index)] = note
  }

  func end(_ object: NSManagedObject, _ index: Int) -> Note? {
    open.removeValue(forKey: Key(object, index))
  }

  /// Adds a primitive write to the open note of a to-many, if there is one.
  func note(
    _ object: NSManagedObject, _ index: Int, gone lost: [NSManagedObject],
    new won: [NSManagedObject]
  ) {
    guard case .members(var gone, var new)? = open[Key(object, index)] else { return }
    for member in lost where !new.remove(member, keepingOrder: true) { gone.insert(member) }
    for member in won where !gone.remove(member, keepingOrder: true) { new.insert(member) }
    open[Key(object, index)] = .members(gone: gone, new: new)
  }
}
