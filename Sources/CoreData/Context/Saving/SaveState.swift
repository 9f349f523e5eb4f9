// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// True if a context is being saved, and the set that the save's notifications share.
struct SaveState {
  private(set) var isRunning = false
  /// The last set that notifications have handed out, with the list it was made of.
  private var announced: (objects: [NSManagedObject], set: Set<NSManagedObject>)?

  mutating func begin() {
    isRunning = true
    announced = nil
  }

  /// The stores have the save: whoever hears of it may save again.
  mutating func letOthersSave() { isRunning = false }

  mutating func end() {
    isRunning = false
    announced = nil
  }

  /// Forgets the shared set: the notifications of a save are out.
  mutating func forgetSet() { announced = nil }

  /// Returns the objects as notifications hand them out. A save announces mostly the same objects
  /// before and after: then the same set.
  mutating func set(of objects: [NSManagedObject]) -> Set<NSManagedObject> {
    if let announced, announced.objects.elementsEqual(objects, by: ===) { return announced.set }
    let set = Set(objects)
    if isRunning, objects.count >= announced?.objects.count ?? 0 { announced = (objects, set) }
    return set
  }
}
