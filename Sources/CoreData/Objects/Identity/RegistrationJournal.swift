// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Which objects of client stores came into an identity map or left it since the stores were last
/// told (R-PSC-453). Lives within the map's mutex; of other stores' objects it knows nothing.
struct RegistrationJournal {
  /// Whether any store is watched: the one look that a map without such stores pays for.
  private(set) var isOn = false
  private var stores: [Int] = []
  /// +1 for objects that came, −1 for those that left, 0 for those that did both.
  private(set) var changes: [ObjectKey: Int] = [:]
  /// How many threads are telling stores what they have taken.
  var announcers = 0
  /// Who tells the stores.
  private(set) var coordinator: Anchor<NSPersistentStoreCoordinator>?
  /// Called when the first change is noted. Must neither call stores nor wait.
  private var onFirstChange: (() -> Void)?

  /// Whether the stores have been told of everything.
  var isQuiet: Bool { changes.isEmpty && announcers == 0 }

  mutating func watch(
    _ ordinals: [Int], for coordinator: Anchor<NSPersistentStoreCoordinator>,
    onFirstChange: @escaping () -> Void
  ) {
    stores = ordinals
    isOn = !ordinals.isEmpty
    changes = changes.filter { ordinals.contains($0.key.store) }
    self.coordinator = coordinator
    self.onFirstChange = onFirstChange
  }

  @inline(never)
  mutating func note(_ key: ObjectKey, _ change: Int) {
    guard !key.isTemporary, stores.contains(key.store) else { return }
    if changes.isEmpty { onFirstChange?() }
    changes[key, default: 0] += change
  }

  /// Hands out the changes of one store.
  mutating func take(_ ordinal: Int) -> [ObjectKey: Int] {
    let taken = changes.filter { $0.key.store == ordinal }
    for key in taken.keys { changes[key] = nil }
    return taken
  }
}
