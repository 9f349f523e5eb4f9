// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A client's class that archives know.
package final class Swatch: NSObject, NSSecureCoding {
  package static var supportsSecureCoding: Bool { true }

  package let colour: String
  package let inner: Swatch?

  package init(_ colour: String, inner: Swatch? = nil) {
    self.colour = colour
    self.inner = inner
  }

  package init?(coder: NSCoder) {
    guard let colour = coder.decodeObject(of: NSString.self, forKey: "colour") else { return nil }
    self.colour = colour as String
    inner = coder.decodeObject(of: Swatch.self, forKey: "inner")
  }

  package func encode(with coder: NSCoder) {
    coder.encode(colour as NSString, forKey: "colour")
    coder.encode(inner, forKey: "inner")
  }

  package override func isEqual(_ object: Any?) -> Bool { (object as? Swatch)?.colour == colour }
  package override var hash: Int { colour.hashValue }
}
