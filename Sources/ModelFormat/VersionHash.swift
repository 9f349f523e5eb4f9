// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The version hashes that stores carry and that decide whether a model opens a store.
///
/// The functions take plain values, so that documents and entity descriptions compute the same.
/// Every hash is 32 bytes. Stateless; any thread.
package enum VersionHash {
  /// The version of this scheme, `NSStoreModelVersionHashesVersion`.
  package static let schemeVersion = 3

  /// Returns the bytes with which attribute and relationship hashes begin.
  package static func propertyBase(
    name: String, isOptional: Bool, isTransient: Bool, modifier: String?
  ) -> Data {
    let flags: [UInt8] = [isOptional ? 1 : 0, isTransient ? 1 : 0]
    return hash(Array(name.utf8) + flags + Array((modifier ?? "").utf8))
  }

  /// Returns the hash of an attribute over its `propertyBase`. A composite adds its elements'
  /// hashes.
  package static func attribute(
    base: Data, kind: UInt, allowsExternalBinaryDataStorage: Bool,
    preservesValueAfterDeletion: Bool, elements: [(name: String, hash: Data)] = []
  ) -> Data {
    var bytes = Array(base) + littleEndian(Int(kind))
    if allowsExternalBinaryDataStorage { bytes.append(1) }
    if preservesValueAfterDeletion { bytes.append(1) }
    return hash(bytes + inNameOrder(elements))
  }

  /// The hash of a derived attribute over the hash it would have as a plain one. Apple's encoding
  /// is not known; such entities do not open Apple's stores without migration.
  package static func derivedAttribute(plain: Data, expressionFormat: String) -> Data {
    hash(Array(plain) + Array(expressionFormat.utf8))
  }

  /// Returns the hash of a relationship over its `propertyBase`. Counts are the stored ones:
  /// unbounded is 0 from a file, and `.max` (hashed as −1) when set so in code.
  package static func relationship(
    base: Data, destination: String?, inverse: String?, maxCount: Int, minCount: Int,
    isOrdered: Bool
  ) -> Data {
    let names = Array((destination ?? "").utf8) + Array((inverse ?? "").utf8)
    let counts = littleEndian(maxCount) + littleEndian(minCount)
    return hash(Array(base) + names + counts + (isOrdered ? [1, 0] : []))
  }

  /// Returns the hash of an entity.
  ///
  /// - Parameters:
  ///   - properties: all stored properties with the inherited ones, in any order; without
  ///     transient and fetched ones.
  ///   - constraints: those the entity declares itself, in order.
  package static func entity(
    name: String, isAbstract: Bool, modifier: String?, superentityHash: Data?,
    properties: [(name: String, hash: Data)], constraints: [UniquenessConstraint]
  ) -> Data {
    let head = Array(name.utf8) + [isAbstract ? 1 : 0] + Array(superentityHash ?? Data())
    let unique = constraints.flatMap { Array($0.joined(separator: ".").utf8) }
    return hash(head + inNameOrder(properties) + Array((modifier ?? "").utf8) + unique)
  }

  /// `NSStoreModelVersionChecksumKey`: one text for all entity hashes.
  package static func modelChecksum(_ entityHashes: [String: Data]) -> String {
    let ordered = PropertyOrder.sorted(entityHashes.keys).flatMap { entityHashes[$0] ?? Data() }
    return Data(SHA2.sha256(ordered)).base64EncodedString()
  }

  /// `NSStoreModelVersionHashesDigest`: one text for all entity names and hashes.
  package static func hashesDigest(_ entityHashes: [String: Data]) -> String {
    let ordered = PropertyOrder.sorted(entityHashes.keys).flatMap { name in
      Array(name.utf8) + Array(entityHashes[name] ?? Data())
    }
    return Data(SHA2.sha512(ordered)).base64EncodedString()
  }

  // MARK: - Encoding

  private static func hash(_ bytes: [UInt8]) -> Data { Data(SHA2.sha256(bytes)) }

  private static func inNameOrder(_ parts: [(name: String, hash: Data)]) -> [UInt8] {
    parts.sorted { PropertyOrder.precedes($0.name, $1.name) }.flatMap { Array($0.hash) }
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    let word = UInt32(truncatingIfNeeded: number)
    return (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
