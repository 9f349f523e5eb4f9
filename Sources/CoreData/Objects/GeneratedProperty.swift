// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a generated accessor knows of its property: the index in the entity's layout, and the name
/// with its hash to prove that the index fits the model in use. An addition for generated code.
public struct GeneratedProperty: Sendable {
  let name: StaticString
  let slot: Int
  let hash: UInt64

  /// - Parameters:
  ///   - name: the property's name.
  ///   - slot: its index in the entity's canonical property order.
  ///   - hash: the FNV-1a hash of the name's UTF-8.
  @inlinable
  public init(_ name: StaticString, slot: Int, hash: UInt64) {
    self.init(unchecked: name, slot, hash)
  }

  @usableFromInline
  init(unchecked name: StaticString, _ slot: Int, _ hash: UInt64) {
    self.name = name
    self.slot = slot
    self.hash = hash
  }
}
