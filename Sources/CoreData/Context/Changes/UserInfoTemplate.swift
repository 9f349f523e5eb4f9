// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// A part of the user info of a context's notification: the objects of one kind, or the context.
enum UserInfoPart: Int, CaseIterable {
  case inserted, updated, deleted, refreshed, invalidated
  case context
}

/// The keys of a user info, with the part that stands under each.
///
/// Made once for all notifications of a kind: entering a key boxes and hashes a string, which takes longer
/// than making the set that stands under it.
// Sendable: immutable, and the keys are strings.
struct UserInfoTemplate: @unchecked Sendable {
  private let parts: [AnyHashable: UserInfoPart]

  init(_ parts: [String: UserInfoPart]) {
    self.parts = Dictionary(uniqueKeysWithValues: parts.map { (AnyHashable($0), $1) })
  }

  /// Returns the user info with a value for each part. Nothing is hashed.
  func filled(_ value: (UserInfoPart) -> Any) -> [AnyHashable: Any] { parts.mapValues(value) }
}

/// The templates of user infos that have only some of their keys: one for each combination, made when it
/// is first asked for.
final class UserInfoTemplates: Sendable {
  private let parts: [String: UserInfoPart]
  private let combinations: OrderedMutex<[UserInfoTemplate?]>

  init(_ parts: [String: UserInfoPart]) {
    self.parts = parts
    combinations = OrderedMutex(
      Array(repeating: nil, count: 1 << UserInfoPart.allCases.count), .leaf)
  }

  /// Returns the template with the keys of the parts that there are.
  func template(where isThere: (UserInfoPart) -> Bool) -> UserInfoTemplate {
    var combination = 0
    for part in UserInfoPart.allCases where isThere(part) { combination |= 1 << part.rawValue }
    return combinations.withLock { known in
      if let template = known[combination] { return template }
      let made = UserInfoTemplate(parts.filter { combination >> $0.value.rawValue & 1 == 1 })
      known[combination] = made
      return made
    }
  }
}
