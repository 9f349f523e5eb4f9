// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Applies the delete rules of deleted objects, until nothing new is deleted (R-CTX-409…415).
struct DeletePropagation {
  private let context: NSManagedObjectContext
  /// The flags of objects whose deletion does not spread now.
  private let excluded: ObjectFlags

  /// - Parameter isFinal: true in a save, where it spreads from objects too that are being told of their
  ///   deletion.
  init(_ context: NSManagedObjectContext, isFinal: Bool) {
    self.context = context
    excluded = isFinal ? .propagated : [.propagated, .preparing]
  }

  func run() {
    let tracker = context.tracker
    var next = tracker.spreadCount
    while next < tracker.deleted.count {
      // A wave: what the one before has deleted.
      let wave = Array(tracker.deleted[next...])
      next = tracker.deleted.count
      let isLoaded = load(wave)
      for object in wave where object.flags.isDisjoint(with: excluded) {
        guard isLoaded && isRead(object) || load(object) else { continue }
        object.state.markPropagated()
        for index in object.layout.relationships { apply(object, index) }
      }
    }
    tracker.noteSpreading()
  }

  /// Loads the relationships that the rules will follow: a query for each, not for each object.
  /// False when they are to be loaded object by object.
  private func load(_ wave: [NSManagedObject]) -> Bool {
    guard wave.count > 1 else { return false }
    var isLoaded = true
    let open = wave.filter { $0.flags.isDisjoint(with: excluded.union(.inaccessible)) }
    for group in Dictionary(grouping: open, by: { Int($0.layout.number) }).values {
      guard let layout = group.first?.layout else { continue }
      for index in layout.relationships where follows(layout.access[index]) {
        let owners = group.filter { $0.toMany(index).isFault }
        do { try context.fulfil(owners, index) } catch { isLoaded = false }
      }
    }
    return isLoaded
  }

  /// Returns true if what the rules start from is there.
  private func isRead(_ object: NSManagedObject) -> Bool {
    object.flags.contains(.realised) || object.layout.relationships.isEmpty
  }

  /// Returns true if the relationships that the rules will follow are there. Else the object's turn
  /// comes with the next event, and a save throws what was the matter: it would leave members
  /// behind.
  private func load(_ object: NSManagedObject) -> Bool {
    guard !object.flags.contains(.inaccessible) else { return true }
    if !isRead(object) { object.realise() }
    // It has noted what was the matter.
    guard isRead(object) else { return false }
    for index in object.layout.relationships
    where follows(object.layout.access[index]) && object.toMany(index).isFault {
      do { try context.fulfil([object], index) } catch {
        context.reader.note(error)
        return false
      }
    }
    return true
  }

  private func follows(_ access: PropertyAccess) -> Bool {
    guard access.kind == .toMany, access.isStored else { return false }
    switch access.deleteRule {
    case .cascadeDeleteRule: return true
    case .nullifyDeleteRule: return access.inverse >= 0
    case .denyDeleteRule, .noActionDeleteRule: return false
    }
  }

  private func apply(_ object: NSManagedObject, _ index: Int) {
    let access = object.layout.access[index]
    switch access.deleteRule {
    case .cascadeDeleteRule where !object.flags.contains(.inaccessible):
      for destination in object.destinations(access)
      where !destination.flags.contains(.deleted) {
        context.delete(destination)
      }
    // Whoever deleted the row has taken along what was stored; what is new here loses its owner only.
    case .cascadeDeleteRule where access.inverse >= 0, .nullifyDeleteRule where access.inverse >= 0:
      for destination in object.destinations(access) {
        object.leave(destination, Int(access.inverse))
      }
    case .cascadeDeleteRule, .nullifyDeleteRule, .denyDeleteRule, .noActionDeleteRule: break
    }
  }

}

extension NSManagedObject {
  /// Returns the destinations of a relationship of either kind. Loads them.
  final func destinations(_ access: PropertyAccess) -> [NSManagedObject] {
    let index = Int(access.index)
    guard access.kind == .toOne else { return members(index) }
    return toOne(index).map { [$0] } ?? []
  }
}
