// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// A store that is added to a coordinator: its place, its options, its metadata.
///
/// Made by the coordinator. Stores of your own inherit from ``NSAtomicStore`` or
/// ``NSIncrementalStore``. Any thread, unless a member says otherwise.
// Not Sendable, as a class of clients may not be; what is here is behind the mutex.
nonisolated open class NSPersistentStore: NSObject {
  private struct State {
    var url: URL?
    var isReadOnly: Bool
    var metadata: [String: Any]
    /// The UUID that the store was made with.
    let generated: String
    /// The metadata that is stored.
    var saved: [String: Any] = [:]
    /// True if the metadata was set since.
    var isChanged = false
    /// How often the metadata was set: a save knows what was set after it took them.
    var revision = 0
    /// The UUID that was set while the store was added; object IDs have the former one until it is
    /// added again.
    var chosen: String?
    var mount: StoreMount?
  }

  private final let state: OrderedMutex<Transferable<State>>
  private final let owner: OrderedMutex<Anchor<NSPersistentStoreCoordinator>?>

  /// The configuration's name; `PF_DEFAULT_CONFIGURATION_NAME` for the whole model.
  public final let configurationName: String
  /// The options that the store was added with.
  public final nonisolated(unsafe) let options: [AnyHashable: Any]?

  /// Called by the coordinator when it opens or creates the store, also with no coordinator for
  /// work on metadata. A subclass that overrides it calls it, and leaves reading to
  /// ``loadMetadata()`` or does it here (R-PSC-360).
  ///
  /// - Parameters:
  ///   - root: the coordinator.
  ///   - name: the configuration; nil for the whole model.
  ///   - url: where the store is, or is to be.
  ///   - options: as passed when the store was added.
  public init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
    at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    configurationName = name ?? defaultConfigurationName
    self.options = options
    owner = OrderedMutex(root?.anchor, .leaf)
    let isReadOnly = StoreOptionValues(options).flag(NSReadOnlyPersistentStoreOption)
    let generated = UUID.random().uuidString
    let first = State(
      url: url, isReadOnly: isReadOnly, metadata: [NSStoreUUIDKey: generated],
      generated: generated)
    state = OrderedMutex(Transferable(first), .leaf)
    super.init()
    adopt([NSStoreUUIDKey: identifier ?? "", NSStoreTypeKey: type])
  }

  /// The type that the store is added as, where its class tells none.
  final func noteType(_ type: String) {
    if self.type.isEmpty { state.withLock { $0.value.metadata[NSStoreTypeKey] = type } }
  }

  /// Removes what processes that died while they wrote the store have left: nothing, by default.
  func removeAbandoned() {}

  /// Gives out no number that another store has given out, whose objects come here: nothing to be done,
  /// by default.
  func continueNumbers(of other: NSPersistentStore) {}

  // MARK: - For subclasses

  /// The type under which the store's class is registered. A store of your own overrides it.
  open var type: String {
    mount?.type ?? state.withLock { $0.value.metadata[NSStoreTypeKey] as? String } ?? ""
  }

  /// The UUID that object IDs carry; nil makes a new one. One that is set while the store is added, and the
  /// only one of its coordinator, is stored by the next save; IDs keep the former one until the store is
  /// added again (R-PSC-361). Of several stores each knows the others by theirs: there it is answered only.
  open var identifier: String! {
    get {
      let (chosen, mount, known) = state.withLock {
        ($0.value.chosen, $0.value.mount, $0.value.metadata[NSStoreUUIDKey] as? String)
      }
      return chosen ?? mount?.reference.identifier ?? known
    }
    set {
      let identifier = newValue ?? UUID().uuidString
      let isAlone = persistentStoreCoordinator?.persistentStores.count ?? 0 < 2
      state.withLock {
        if $0.value.mount != nil { $0.value.chosen = identifier }
        guard isAlone else { return }
        $0.value.metadata[NSStoreUUIDKey] = identifier
        guard $0.value.mount != nil else { return }
        $0.value.isChanged = true
        $0.value.revision += 1
      }
    }
  }

  /// The metadata as stored or, after a change, to be stored at the next save (R-PSC-481); numbers
  /// that are set become `NSNumber`s. Has the type and the UUID from the start; a store of your own
  /// sets what it has read, and writes it together with its data.
  open var metadata: [String: Any]! {
    get {
      let (known, mount) = state.withLock { Transferable(($0.value.metadata, $0.value.mount)) }
        .value
      return mount?.noting(known) ?? known
    }
    set {
      let complete = Transferable(StoreMetadataCoding.completed(newValue ?? [:], for: self))
      state.withLock {
        $0.value.metadata = complete.value
        if complete.value[NSStoreUUIDKey] as? String != $0.value.chosen { $0.value.chosen = nil }
        $0.value.isChanged = true
        $0.value.revision += 1
      }
    }
  }

  /// Reads the metadata and sets ``metadata``; throws when the store cannot be used, which fails
  /// the add (R-PSC-367).
  ///
  /// By default a store that has a UUID already, from its initialiser or its ``metadata``, keeps what
  /// it has. Another one gets what the class method reads from what is there; without an override of
  /// that, the metadata are made anew each time.
  open func loadMetadata() throws {
    guard isUnnamed, let url, StoreLocation.hasStore(at: url) else { return }
    do {
      metadata = try Swift.type(of: self).metadataForPersistentStore(with: url)
    } catch {
      guard MissingOverride.isCause(of: error) else { throw error }
    }
  }

  /// Returns the metadata of the store at a URL, without opening it. Must look at what is there
  /// before it reads it, and never stop the program. A store of your own overrides it; 134060
  /// without.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    throw MissingOverride.error(
      for: self, method: "metadataForPersistentStore(with:)",
      purpose: "it reads the metadata of a store that is not open")
  }

  /// Writes the metadata of the store at a URL, without opening it. A store of your own overrides
  /// it; 134060 without.
  open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
    throw MissingOverride.error(
      for: self, method: "setMetadata(_:forPersistentStoreAt:)",
      purpose: "it writes the metadata of a store that is not open")
  }

  /// Called once, right after the store was added.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// Called once, right before the store is removed; with nil when the coordinator is going.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  // MARK: - State

  /// The coordinator; nil once the store has been removed.
  public final var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    owner.withLock { $0 }?.object
  }

  /// The type and the place.
  open override var description: String {
    let name = self is EngineStore ? "NSPersistentStore" : nil
    return "\(ObjectText.head(self, as: name)) (type: \(type), URL: "
      + "\(ObjectText.optional(url?.absoluteString)))"
  }

  /// Where the store is; nil only for a store without a place. Changing it changes where an atomic
  /// store saves next; do that through the coordinator.
  open var url: URL? {
    get { state.withLock { $0.value.url } }
    set { state.withLock { $0.value.url = newValue } }
  }

  /// True if the store refuses changes. Setting it takes effect at once.
  open var isReadOnly: Bool {
    get { state.withLock { $0.value.isReadOnly } }
    set {
      state.withLock { $0.value.isReadOnly = newValue }
      if let mount { persistentStoreCoordinator?.setReadOnly(newValue, of: mount.ordinal) }
    }
  }

  // MARK: - For the coordinator

  /// Where the store stands in its coordinator; nil before it is added.
  final var mount: StoreMount? { state.withLock { $0.value.mount } }

  /// The same, of a store that is or was added.
  final var place: StoreMount {
    guard let mount else {
      raise(
        .internalInconsistency,
        "A store of type \(type) was used before it was added. Object IDs and cache nodes exist "
          + "from didAdd(to:) on; load() is called after it.")
    }
    return mount
  }

  final var ordinal: Int { place.ordinal }
  final var reference: StoreReference { place.reference }
  final var backend: any StoreBackend { place.backend }
  final var entities: StoreEntities { place.entities }

  /// The store has its place from now on; what it has as metadata counts as stored.
  final func mount(_ mount: StoreMount) {
    state.withLock { ($0.value.mount, $0.value.chosen) = (mount, nil) }
    metadataWasSaved()
    mount.reference.store = self
  }

  /// True if nobody has given the store a UUID: it has the one that it was made with. A subclass
  /// may keep its metadata itself.
  final var isUnnamed: Bool {
    let generated = state.withLock { $0.value.generated }
    let stated = StoreMetadataCoding.identifier(in: metadata ?? [:]) ?? generated
    return identifier == generated && stated == generated
  }

  /// The UUID that the store has when it is next added, unless its metadata change.
  final var identifierToStore: String {
    state.withLock { StoreMetadataCoding.identifier(in: $0.value.metadata) } ?? identifier ?? ""
  }

  /// Takes metadata as they are.
  final func adopt(_ metadata: [String: Any]) {
    let given = Transferable(metadata)
    state.withLock { $0.value.metadata = given.value }
  }

  /// Sets an entry that is the library's own, or removes it: the next save need not write it for
  /// its sake.
  final func adoptEntry(_ value: Any?, _ key: String) {
    let given = Transferable(value)
    state.withLock { state in
      state.value.metadata[key] = given.value
      state.value.saved[key] = given.value
    }
  }

  /// The classes that archives may hold in the store besides those that transformers allow; nil:
  /// anything.
  final var archivedClasses: ArchivedClasses? { StoreAssembly.archivedClasses(in: self) }

  /// Changed metadata that a save must write. A client store may keep its own: that is compared.
  final var pendingMetadata: PendingMetadata? {
    // Read before the entries: what is set in between waits for the next save too.
    let (isChanged, revision) = state.withLock { ($0.value.isChanged, $0.value.revision) }
    guard isChanged || mount?.isOfClient == true else { return nil }
    let pending = PendingMetadata(store: self, entries: metadata ?? [:], revision: revision)
    if isChanged { return pending }
    let saved = state.withLock { Transferable($0.value.saved) }.value
    return StoreMetadataCoding.areEqual(saved, pending.entries) ? nil : pending
  }

  /// The next save is to write the store, whatever else it writes.
  final func noteUnsavedMetadata() {
    state.withLock {
      $0.value.isChanged = true
      $0.value.revision += 1
    }
  }

  /// Notes what a save has written; what was set since waits for the next one (R-PSC-483).
  final func metadataWasSaved(_ written: PendingMetadata) {
    let entries = mount?.isOfClient == true ? Transferable(written.entries) : nil
    state.withLock { state in
      if state.value.revision == written.revision { state.value.isChanged = false }
      guard let entries else { return }
      // The library's own entry is stored with each save.
      let notes = state.value.saved[MetadataNotes.key]
      state.value.saved = entries.value
      state.value.saved[MetadataNotes.key] = notes
    }
  }

  /// The metadata as they are now count as stored.
  final func metadataWasSaved() {
    let current = mount?.isOfClient == true ? Transferable(metadata ?? [:]) : nil
    state.withLock { state in
      state.value.isChanged = false
      if let current { state.value.saved = current.value }
    }
  }

  /// The store is another coordinator's from now on, under the same ordinal.
  final func move(to coordinator: NSPersistentStoreCoordinator) {
    owner.withLock { $0 = coordinator.anchor }
  }

  final func detach() {
    owner.withLock { $0 = nil }
    mount?.reference.store = nil
  }
}

extension NSPersistentStore {
  /// The type of a store, as a typed name.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    /// The type's name.
    public let rawValue: String
    /// A type with a name, such as one under which a store class was registered.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A store in an SQLite database, in Apple's layout.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    /// A store that lives as long as it is added, and writes no file.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    /// One file of binary property lists, read and written whole.
    public static let binary = StoreType(rawValue: NSBinaryStoreType)
    /// One XML file, read and written whole.
    public static let xml = StoreType(rawValue: NSXMLStoreType)
    /// A store in an LMDB environment. Our addition.
    public static let lmdb = StoreType(rawValue: LMDBStoreType)
  }
}
