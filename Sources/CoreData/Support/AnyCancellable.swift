// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// A subscription, which ends when ``cancel()`` is called or when nobody holds it any more.
///
/// Named and used as Combine's, which Linux does not have:
///
/// ```swift
/// var subscriptions = Set<AnyCancellable>()
/// person.objectWillChange.sink { _ in redraw() }.store(in: &subscriptions)
/// ```
public final class AnyCancellable: Hashable {
  /// What ends the subscription; nil once that was done. Whoever takes it out calls it.
  private let action: Mutex<Transferable<(() -> Void)?>>

  /// A subscription that a function ends. It is called once at most, by whoever cancels.
  public init(_ cancel: @escaping () -> Void) {
    action = Mutex(Transferable(cancel))
  }

  deinit { cancel() }

  /// Ends the subscription; nothing the second time. Any thread.
  public func cancel() {
    let action = action.withLock { present in
      defer { present.value = nil }
      return present
    }
    action.value?()
  }

  /// Keeps the subscription in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Keeps the subscription at the end of a collection.
  public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
    collection.append(self)
  }

  /// Two are equal only if they are the same.
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
