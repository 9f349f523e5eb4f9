// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The values that clean objects were given by primitive access: no changes by themselves, they are saved
/// with the next change of the object (R-CTX-208). Those of an object that has lost its values since, as by
/// a refresh, do not count: it has lost its flag as well.
struct PrimitiveWrites {
  private var indexes: [ObjectIdentifier: SlotSet] = [:]

  mutating func note(_ object: NSManagedObject, _ index: Int) {
    let id = ObjectIdentifier(object)
    // What is listed of an object without the flag is an earlier one's, or was refreshed away.
    var written = object.flags.contains(.written) ? indexes[id] ?? SlotSet() : SlotSet()
    written.insert(index)
    indexes[id] = written
    object.state.markWritten(true)
  }

  /// Counts as changed what was written, of an object that changes.
  mutating func count(_ object: NSManagedObject) {
    object.state.markWritten(false)
    indexes.removeValue(forKey: ObjectIdentifier(object))?.forEach { object.state.noteChange($0) }
  }
}
