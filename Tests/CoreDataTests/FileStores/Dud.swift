// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A client's class that archives know, whose objects are never decoded.
final class Dud: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  override init() {}
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {}
}
