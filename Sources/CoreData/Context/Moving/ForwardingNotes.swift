// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The notes that a save leaves in stores for the objects that it moves, by the stores' ordinals:
/// where the objects go, in the store that they leave; which IDs lead to them, in their next one.
///
/// Chains are shortened: a third store whose IDs lead to an object is told where it is now, if it is
/// here and may be written. An object that comes back to a former place is no longer forwarded from
/// there.
struct ForwardingNotes {
  private(set) var notes: [Int: [StoreNote]] = [:]
  private let coordinator: NSPersistentStoreCoordinator
  private let now = Date()

  init(_ moving: MovingObjects, in coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
    guard !moving.isEmpty else { return }
    let former = moving.formerKeys.map(coordinator.objectID(for:))
    let present = moving.keys.map(coordinator.objectID(for:))
    let origins = coordinator.forwarding.origins(of: former, in: coordinator)
    for place in former.indices {
      forward(from: former[place], to: present[place], origins: origins[place])
    }
    for ordinal in notes.keys.sorted() {
      purge(ordinal)
      add(ForwardingNote.marker, Data("1".utf8), to: ordinal)
    }
  }

  private mutating func forward(
    from former: NSManagedObjectID, to present: NSManagedObjectID, origins: [NSManagedObjectID]
  ) {
    guard let source = ObjectAddress(former), let target = ObjectAddress(present) else { return }
    let uri = present.uriRepresentation().absoluteString
    if source.fitsNotes {
      add(source.forwardNote, ForwardingEntry(to: uri, at: now).content, to: former.key.store)
      if !origins.isEmpty { add(source.originNote, nil, to: former.key.store) }
    }
    for origin in origins { update(origin, to: present, uri: uri) }
    guard target.fitsNotes, source.fitsNotes else { return }
    let lines = (origins.filter { $0 != present } + [former]).map {
      $0.uriRepresentation().absoluteString
    }
    add(target.originNote, Data(lines.joined(separator: "\n").utf8), to: present.key.store)
  }

  /// An earlier place leads straight to the new one, or nowhere if it is the new one.
  private mutating func update(
    _ origin: NSManagedObjectID, to present: NSManagedObjectID, uri: String
  ) {
    guard let address = ObjectAddress(origin), let ordinal = coordinator.key(of: origin)?.store
    else { return }
    if origin == present { return add(address.forwardNote, nil, to: ordinal) }
    guard let entry = coordinator.forwarding.entry(of: origin, in: coordinator) else { return }
    add(address.forwardNote, ForwardingEntry(to: uri, at: entry.date).content, to: ordinal)
  }

  /// Takes out what has become too old since the store was last looked at.
  private mutating func purge(_ ordinal: Int) {
    let forwarding = coordinator.forwarding
    guard let age = forwarding.age, forwarding.beginPurge(of: ordinal) else { return }
    let entries = forwarding.notes(named: [ForwardingNote.entries], in: ordinal, of: coordinator)
    for (name, content) in entries {
      guard let entry = ForwardingEntry(content), now.timeIntervalSince(entry.date) > age
      else { continue }
      add(name, nil, to: ordinal)
    }
  }

  private mutating func add(_ name: String, _ content: Data?, to ordinal: Int) {
    guard let store = coordinator.router.store(ordinal), !store.isReadOnly,
      store.backend.capabilities.contains(.notes)
    else { return }
    notes[ordinal, default: []].append(StoreNote(name: name, content: content))
  }
}
