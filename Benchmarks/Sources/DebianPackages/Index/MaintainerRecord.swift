// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Who looks after a package.
public struct MaintainerRecord: Hashable, Sendable {
  public var name: String
  public var email: String?

  public init(name: String, email: String?) {
    self.name = name
    self.email = email
  }

  /// Reads `Name <address>`; what has no address is a name.
  public init(_ text: String) {
    guard text.last == ">", let open = text.lastIndex(of: "<") else {
      name = text
      return
    }
    let address = text[text.index(after: open)...].dropLast()
    let rest = text[..<open].split(separator: " ").joined(separator: " ")
    name = rest.isEmpty ? String(address) : rest
    email = address.isEmpty ? nil : String(address)
  }
}
