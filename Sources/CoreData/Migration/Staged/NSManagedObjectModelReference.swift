// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import Synchronization

/// A version of a model, by what it is called and its checksum. It is looked for when it is needed.
///
/// Any thread.
// Sendable: what is set at the beginning does not change, the model is behind the mutex.
open class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
  /// The checksum that the model must have.
  open var versionChecksum: String { checksum }
  private let checksum: String
  private let source: ModelSource
  private let found = OrderedMutex<Transferable<NSManagedObjectModel>?>(nil, .leaf)

  /// A reference to a model that is there.
  public init(model: NSManagedObjectModel, versionChecksum: String) {
    source = .model(model)
    checksum = versionChecksum
  }

  /// A reference to a model in a file: a `.xcdatamodel` or `.mom`, or the version with the checksum in
  /// a `.xcdatamodeld` or `.momd`.
  public init(fileURL: URL, versionChecksum: String) {
    source = .file(fileURL)
    checksum = versionChecksum
  }

  /// A reference to a model of a bundle, by name: that of a version, or of a model whose version with
  /// the checksum is meant.
  ///
  /// - Parameters:
  ///   - modelName: the name of the model's file, or of a version's, without its extension.
  ///   - bundle: nil for the program's, with those of its packages.
  ///   - versionChecksum: ``NSManagedObjectModel/versionChecksum`` of the model that is meant.
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    source = .named(modelName, bundle)
    checksum = versionChecksum
  }

  /// A reference to a model of a bundle, by the version hashes of its entities.
  ///
  /// - Parameters:
  ///   - versionHash: ``NSManagedObjectModel/entityVersionHashesByName`` of the model.
  ///   - bundle: nil for the program's, with those of its packages.
  ///   - versionChecksum: ``NSManagedObjectModel/versionChecksum`` of that model.
  public init(
    entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?,
    versionChecksum: String
  ) {
    let pairs = versionHash.compactMap { name, hash in
      (name as? String).flatMap { name in (hash as? Data).map { (name, $0) } }
    }
    source = .hashes(Dictionary(pairs, uniquingKeysWith: { first, _ in first }), bundle)
    checksum = versionChecksum
  }

  /// The model. One that is not there, or has another checksum, is a programmer error; see
  /// ``resolve()``.
  open var resolvedModel: NSManagedObjectModel {
    do { return try resolve() } catch {
      raise(.internalInconsistency, (error as? CocoaError)?.userInfo["reason"] as? String ?? "")
    }
  }

  /// Returns the model: always the same. Reads files when it is first called. Our addition.
  ///
  /// - Throws: 134504 when it is not there, or has another checksum.
  public final func resolve() throws -> NSManagedObjectModel {
    if let known = found.withLock({ $0 }) { return known.value }
    let model = Transferable(try source.model(withChecksum: versionChecksum))
    // Of two threads that have looked for it the first tells which it is.
    return found.withLock { found in
      let first = found ?? model
      found = first
      return first
    }.value
  }

  /// The bundle in which the model is looked for; nil for the program's, or none.
  final var bundle: Bundle? { source.bundle }

  /// The model's name or place, and its checksum.
  open override var description: String {
    "\(ObjectText.head(self)) \(source.text), checksum \(versionChecksum)"
  }
}
