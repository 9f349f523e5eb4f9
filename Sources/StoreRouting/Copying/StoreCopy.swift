// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Copies all that a store holds into an empty one of any kind, in constant memory.
///
/// Numbers, versions, references, links and orders are kept, and the destination never gives out a
/// number that the source gave out. What the destination itself has afterwards is read and compared.
/// On the calling thread; the source may be read and written meanwhile, the copy shows one state of
/// it.
package struct StoreCopy {
  /// How much goes into one transaction.
  package struct Limits: Sendable {
    package var rows = 5_000
    package var bytes = 8 << 20
    /// How many references that lie in other rows a migration keeps at a time: 40 bytes each, twice.
    package var references = 1_000_000

    package init() {}
  }

  private let schema: StoreSchema
  private let entities: [Int]
  private let source: any StoreBackend
  private let snapshot: (any StoreSnapshot)?
  private let destination: any StoreBackend
  private let limits: Limits

  /// - Parameters:
  ///   - entities: what source and destination hold.
  ///   - snapshot: the state of the source that is copied, whose end is the caller's; nil: the newest.
  ///   - destination: without objects. A failed copy leaves it in no useful state.
  package init(
    schema: StoreSchema, entities: [Int], from source: any StoreBackend,
    at snapshot: (any StoreSnapshot)? = nil, to destination: any StoreBackend,
    limits: Limits = Limits()
  ) {
    self.snapshot = snapshot
    self.schema = schema
    self.entities = entities
    self.source = source
    self.destination = destination
    self.limits = limits
  }

  /// Copies, verifies, and returns what was copied.
  /// - Parameters:
  ///   - metadata: the destination's, written with the last transaction; nil: unchanged.
  ///   - noteMissing: is told of every value whose file is missing; the copy has none there.
  package func run(
    metadata: StoreMetadata? = nil, progress: @escaping CopyProgressHandler = { _ in true },
    noteMissing: @escaping MissingValueHandler = { _ in }
  ) throws(StoreCopyError) -> ContentDigest {
    if let snapshot {
      return try copy(
        snapshot, metadata: metadata, progress: progress, noteMissing: noteMissing)
    }
    let snapshot = try reading { () throws(StoreError) in try source.beginRead() }
    defer { snapshot.end() }
    return try copy(
      snapshot, metadata: metadata, progress: progress, noteMissing: noteMissing)
  }

  private func copy(
    _ snapshot: any StoreSnapshot, metadata: StoreMetadata?,
    progress: @escaping CopyProgressHandler, noteMissing: @escaping MissingValueHandler
  ) throws(StoreCopyError) -> ContentDigest {
    let figures = try reading { () throws(StoreError) in try source.statistics() }
    let reader = ContentReader(
      snapshot: snapshot, schema: schema, entities: entities,
      completesOrders: !source.capabilities.contains(.verbatim))
    let pass = CopyPass(
      schema: schema, reader: reader, figures: figures, scope: scope,
      output: CopyOutput(destination: destination, schema: schema, limits: limits),
      progress: progress,
      noteMissing: noteMissing)
    try raiseNumbers(pass)
    try pass.copyRows()
    try pass.copyLinks()
    try pass.finish(metadata)
    try raiseNumbers(pass)
    try verify(pass.digest, pass)
    return pass.digest
  }

  /// A destination that is written as a whole keeps values, not versions and order keys, and these
  /// in forms of its own.
  private var scope: ContentDigest.Scope {
    guard destination.capabilities.contains(.wholeSaves) else { return .full }
    var scope = ContentDigest.Scope.values
    scope.hasExactForms = false
    return scope
  }

  private func raiseNumbers(_ pass: CopyPass) throws(StoreCopyError) {
    try writing { () throws(StoreError) in
      try pass.floor.raise(destination, roots: pass.reader.roots)
    }
  }

  private func verify(_ expected: ContentDigest, _ pass: CopyPass) throws(StoreCopyError) {
    guard pass.report(.verification) else { throw .cancelled }
    let found = try writing { () throws(StoreError) in
      let snapshot = try destination.beginReadingBack()
      defer { snapshot.end() }
      return try ContentDigest(of: snapshot, schema: schema, entities: entities, scope: scope)
    }
    guard let difference = expected.difference(to: found) else { return }
    throw .difference(difference)
  }

  private func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreCopyError) -> T {
    do { return try body() } catch { throw .source(error) }
  }

  private func writing<T>(_ body: () throws(StoreError) -> T) throws(StoreCopyError) -> T {
    do { return try body() } catch { throw .destination(error) }
  }
}
