// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Loading the stored members of a to-many anew beneath its pending changes.
extension NSManagedObject {
  /// The value is a fault again that remembers what was added and removed; the next access replays
  /// it on the members that the store has then (R-CTX-630). Loads only to keep a changed order.
  ///
  /// - Parameter dropped: a member whose addition or removal is forgotten.
  final func reloadToMany(_ index: Int, without dropped: NSManagedObject? = nil) {
    guard !cells.isEmpty, case .toMany(let old) = cells[index] else { return }
    guard isStoredElsewhere, layout.properties[index].column >= 0 else {
      if let dropped, old.contains(dropped) { old.remove(dropped) }
      return
    }
    if old.isFault, dropped == nil { return }
    // A changed order could not be kept: the list stays as it is.
    if old.isReordered, !old.isFault, dropped == nil, context?.isAskingForbidden == true { return }
    let value = ToManyValue(isFault: true, isOrdered: old.isOrdered)
    for object in old.added where object !== dropped { value.add(object) }
    for object in old.removed where object !== dropped { value.remove(object) }
    value.continueEvent(of: old)
    cells[index] = .toMany(value)
    if old.isReordered, !old.isFault { order(index, like: old.members) }
  }

  /// Members that the list does not know go to the end.
  private final func order(_ index: Int, like list: [NSManagedObject]) {
    let value = loadedToMany(index)
    var known = ObjectList(list)
    let members = list.filter(value.contains) + value.members.filter { !known.contains($0) }
    if !members.elementsEqual(value.members, by: ===) { value.reorder(members) }
  }
}
