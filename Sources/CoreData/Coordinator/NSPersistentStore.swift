// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import Synchronization

/// A store that is added to a coordinator: its place, its options, its metadata.
///
/// Made by the coordinator. Any thread, unless a member says otherwise.
// Sendable: mutable state is behind the mutex.
nonisolated open class NSPersistentStore: NSObject, @unchecked Sendable {
  private struct State {
    var url: URL?
    var isReadOnly: Bool
    var metadata: [String: Any]
    var pending: [String: Any]?
  }

  private final let state: Mutex<Transferable<State>>
  private final let owner: Mutex<Anchor<NSPersistentStoreCoordinator>?>
  final let backend: any StoreBackend
  final let storeType: String
  final let entityIndexes: Set<Int>
  final let reference: StoreReference

  /// The configuration's name; `PF_DEFAULT_CONFIGURATION_NAME` for the whole model.
  public final let configurationName: String
  /// The options that the store was added with.
  public final nonisolated(unsafe) let options: [AnyHashable: Any]?

  init(_ opened: OpenedStore, coordinator: NSPersistentStoreCoordinator, ordinal: Int) {
    backend = opened.backend
    storeType = opened.type
    entityIndexes = Set(opened.entities)
    configurationName = opened.configurationName
    options = opened.options
    reference = StoreReference(
      identifier: opened.backend.metadata.identifier, ordinal: ordinal)
    owner = Mutex(coordinator.anchor)
    state = Mutex(
      Transferable(
        State(url: opened.url, isReadOnly: opened.isReadOnly, metadata: opened.metadata)))
    super.init()
    reference.store = self
  }

  final var ordinal: Int { reference.ordinal }

  /// The coordinator; nil once the store has been removed.
  public final var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    owner.withLock { $0 }?.object
  }

  /// The registered type, such as `NSSQLiteStoreType`.
  open var type: String { storeType }

  /// Where the store is; nil only for a store without a place. Change it through the coordinator.
  open var url: URL? { state.withLock { $0.value.url } }

  /// The UUID that object IDs carry.
  open var identifier: String! { reference.identifier }

  /// Whether the store refuses changes. Setting it takes effect at once.
  open var isReadOnly: Bool {
    get { state.withLock { $0.value.isReadOnly } }
    set {
      state.withLock { $0.value.isReadOnly = newValue }
      persistentStoreCoordinator?.setReadOnly(newValue, of: ordinal)
    }
  }

  /// The metadata as stored or, after a change, to be stored at the next save (R-PSC-481).
  open var metadata: [String: Any]! {
    get { state.withLock { Transferable($0.value.pending ?? $0.value.metadata) }.value }
    set {
      let complete = Transferable(
        StoreMetadataCoding.completed(newValue ?? [:], for: self))
      state.withLock { $0.value.pending = complete.value }
    }
  }

  /// Called once, right after the store was added.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// Called once, right before the store is removed.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  /// Changed metadata that a save must write.
  final var pendingMetadata: [String: Any]? {
    state.withLock { Transferable($0.value.pending) }.value
  }

  final func metadataWasSaved() {
    state.withLock {
      if let pending = $0.value.pending { $0.value.metadata = pending }
      $0.value.pending = nil
    }
  }

  final func detach() {
    owner.withLock { $0 = nil }
    reference.store = nil
  }
}

extension NSPersistentStore {
  /// The type of a store, as a typed name.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    /// A store in an LMDB environment. Our addition.
    public static let lmdb = StoreType(rawValue: LMDBStoreType)
  }
}
