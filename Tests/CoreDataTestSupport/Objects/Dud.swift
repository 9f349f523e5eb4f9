// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A client's class that archives know, whose objects are never decoded.
package final class Dud: NSObject, NSSecureCoding {
  package static var supportsSecureCoding: Bool { true }

  package override init() {}
  package init?(coder: NSCoder) { nil }
  package func encode(with coder: NSCoder) {}
}
