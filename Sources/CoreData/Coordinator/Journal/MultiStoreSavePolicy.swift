// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreRouting

/// The way in which a save that changes several stores is committed. Our addition.
///
/// A save that changes one durable store is one transaction of that store, whatever the policy.
public enum MultiStoreSavePolicy: Sendable, Hashable, CaseIterable {
  /// One store after the other, in add order, as Apple's framework does it: when one fails, those
  /// before it have the save, and the error is 134040. Spec: R-PSC-900.
  case sequential
  /// All stores have written and checked their parts before the first commits. A crash, a power
  /// failure or a failing disk between two commits can still split the save. Spec: R-PSC-901.
  case prepared
  /// All or none, whatever dies: one store's commit decides, with a journal of what the others are
  /// to have; who lacks his part gets it before he is used again. The default. Costs nothing for a
  /// save of one store, and one more commit for one that does not change the home store. Spec:
  /// R-PSC-910.
  case journaled

  init(_ policy: SavePolicy) {
    switch policy {
    case .sequential: self = .sequential
    case .prepared: self = .prepared
    case .journaled: self = .journaled
    }
  }

  var routed: SavePolicy {
    switch self {
    case .sequential: .sequential
    case .prepared: .prepared
    case .journaled: .journaled
    }
  }
}

/// The fate of one store's part of a save that has failed. Our addition.
///
/// A part that a store lacks although the save is decided is no failure of the save: the store is
/// given it before it is used again, see ``StoreRecoveryError/recovering(store:home:reason:)``.
public enum StoreSaveOutcome: Sendable, Hashable {
  /// Nothing of the save is in the store.
  case rolledBack
  /// The store has its part for good.
  case committed
}
