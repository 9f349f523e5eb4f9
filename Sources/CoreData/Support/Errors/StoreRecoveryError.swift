// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreRouting

/// The reason for which a store cannot be used now, because of a save over several stores that was
/// decided and is not complete. Nothing is lost by it. Our addition.
public enum StoreRecoveryError: Error, Sendable, Hashable {
  /// The store lacks a decided save and could not be given it: reads and writes are refused, and
  /// each tries again (R-PSC-917).
  case recovering(store: String, home: String, reason: String)
  /// The store may lack a decided save whose record is in a store that is not there: writes are
  /// refused (R-PSC-919).
  case homeUnavailable(store: String, home: String, lastSeen: URL?)
  /// The store is an older copy than the records that its home still has can bring forward: writes
  /// are refused (R-PSC-921).
  case diverged(store: String, home: String, reason: String)

  init(_ trouble: StoreTrouble, of store: String) {
    let reason = trouble.sentence(about: store)
    switch trouble {
    case .recovering(let home, _): self = .recovering(store: store, home: home, reason: reason)
    case .homeUnavailable(let home, let path):
      self = .homeUnavailable(
        store: store, home: home, lastSeen: path.map { URL(fileURLWithPath: $0) })
    case .diverged(let home, _, _): self = .diverged(store: store, home: home, reason: reason)
    }
  }
}

extension StoreRecoveryError: CustomNSError, LocalizedError {
  /// The domain of these errors as `NSError`.
  public static var errorDomain: String { "StoreRecoveryErrorDomain" }

  /// 1, 2, 3, in the order of the cases.
  public var errorCode: Int {
    switch self {
    case .recovering: 1
    case .homeUnavailable: 2
    case .diverged: 3
    }
  }

  /// The sentence, as Foundation looks for it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  /// One sentence that names the stores and says what can be done.
  public var errorDescription: String? {
    switch self {
    case .recovering(_, _, let reason), .diverged(_, _, let reason): reason
    case .homeUnavailable(let store, let home, let place):
      StoreTrouble.homeUnavailable(home: home, path: place?.path).sentence(about: store)
    }
  }
}
