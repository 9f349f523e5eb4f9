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

  /// A collection that primitive access has given, and its objects then.
  private struct Primitive {
    weak var owner: NSManagedObject?
    let collection: Any
    let objects: [NSManagedObject]
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
  private var primitives: [Key: Primitive] = [:]

  func begin(_ object: NSManagedObject, index: Int, note: Note) {
    open[Key(object, index)] = note
    primitives[Key(object, index)] = nil
  }

  func end(_ object: NSManagedObject, _ index: Int) -> Note? {
    open.removeValue(forKey: Key(object, index))
  }

  /// Returns the collection of a to-many that is being changed, which the client may change: the same one
  /// until the end, see ``takeBack(from:_:)``. The value as it is when there is no open note.
  func primitive(
    of object: NSManagedObject, _ index: Int, making make: () -> Any?
  ) -> Any? {
    let key = Key(object, index)
    guard case .members? = open[key] else { return make() }
    if let given = primitives[key], given.owner === object { return given.collection }
    guard let made = make() else { return nil }
    primitives[key] = Primitive(
      owner: object, collection: made, objects: RelationshipValue.objects(in: made) ?? [])
    return made
  }

  /// Returns the objects of the collection that was given, if they are others by now; it is not given
  /// any more.
  func takeBack(from object: NSManagedObject, _ index: Int) -> [NSManagedObject]? {
    guard !primitives.isEmpty, let given = primitives.removeValue(forKey: Key(object, index)),
      let objects = RelationshipValue.objects(in: given.collection)
    else { return nil }
    return objects.elementsEqual(given.objects, by: ===) ? nil : objects
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
