// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The classes that archives in a binary store's file may hold beyond those that transformers allow
/// (R-PSC-371).
struct DecodingClasses {
  let classes: [AnyClass]
  /// True if any class is decoded.
  let isEvery: Bool

  init(_ options: [AnyHashable: Any]) {
    let option = NSBinaryStoreInsecureDecodingCompatibilityOption
    isEvery = (options[option] as? NSNumber)?.boolValue ?? false
    classes = options[NSBinaryStoreSecureDecodingClasses].map(DecodingClasses.classes) ?? []
  }

  /// Returns a set or an array of classes; anything else is logged and ignored.
  private static func classes(_ value: Any) -> [AnyClass] {
    let members = (value as? NSSet)?.allObjects ?? (value as? [Any]) ?? [value]
    return members.compactMap { member in
      if let known = member as? AnyClass { return known }
      Log.warning(
        "The option \(NSBinaryStoreSecureDecodingClasses) takes classes; \(member) is ignored.")
      return nil
    }
  }
}
