// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A client's class that archives know.
final class Swatch: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let colour: String
  let inner: Swatch?

  init(_ colour: String, inner: Swatch? = nil) {
    self.colour = colour
    self.inner = inner
  }

  init?(coder: NSCoder) {
    guard let colour = coder.decodeObject(of: NSString.self, forKey: "colour") else { return nil }
    self.colour = colour as String
    inner = coder.decodeObject(of: Swatch.self, forKey: "inner")
  }

  func encode(with coder: NSCoder) {
    coder.encode(colour as NSString, forKey: "colour")
    coder.encode(inner, forKey: "inner")
  }

  override func isEqual(_ object: Any?) -> Bool { (object as? Swatch)?.colour == colour }
  override var hash: Int { colour.hashValue }
}
