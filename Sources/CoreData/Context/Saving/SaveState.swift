// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// True if a context is being saved, and the sets that the save's notifications share.
struct SaveState {
  private(set) var isRunning = false
  /// False for a context whose objects become valid only later (R-PSC-572).
  private(set) var validates = true
  private var inserted = AnnouncedSet()
  private var updated = AnnouncedSet()

  mutating func leaveOutValidation() { validates = false }

  mutating func begin() {
    isRunning = true
    forgetSets()
  }

  /// The stores have the save: whoever hears of it may save again.
  mutating func letOthersSave() { isRunning = false }

  mutating func end() {
    isRunning = false
    forgetSets()
  }

  /// Forgets the shared sets: the notifications of a save are out.
  mutating func forgetSets() {
    inserted = AnnouncedSet()
    updated = AnnouncedSet()
  }

  /// Returns the objects as notifications hand them out. A save announces mostly the same objects
  /// before and after: then the same set.
  mutating func set(of objects: [NSManagedObject], as part: UserInfoPart) -> Set<NSManagedObject> {
    switch part {
    case .inserted: inserted.set(of: objects, isKept: isRunning)
    case .updated: updated.set(of: objects, isKept: isRunning)
    default: Set(roomy: objects)
    }
  }
}

/// The last set that notifications of a save have handed out, with the list it was made of.
private struct AnnouncedSet {
  private var objects: [NSManagedObject] = []
  private var set: Set<NSManagedObject> = []

  /// Returns the set of a list; the same as the last time, if the list is.
  mutating func set(of objects: [NSManagedObject], isKept: Bool) -> Set<NSManagedObject> {
    if self.objects.elementsEqual(objects, by: ===) { return set }
    let fresh = Set(roomy: objects)
    if isKept { (self.objects, set) = (objects, fresh) }
    return fresh
  }
}
