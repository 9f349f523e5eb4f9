// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// Brings contexts and stores together: it has the model, the added stores, and routes every fetch
/// and save to the stores concerned.
///
/// All members may be called on any thread.
// Sendable: the list of stores is behind a mutex, the rest is immutable or locks itself.
nonisolated open class NSPersistentStoreCoordinator: NSObject, NSLocking, @unchecked Sendable {
  private struct State: @unchecked Sendable {
    // Sendable: lives within the mutex.
    var stores: [NSPersistentStore] = []
    var name: String?
  }

  /// The model, the very instance given.
  public final let managedObjectModel: NSManagedObjectModel
  final let router: StoreRouter
  /// The model's entities by index.
  final let entities: [NSEntityDescription]
  /// The layouts of the model's entities.
  final let layouts: LayoutTable?
  /// True if any entity has an ordered relationship to several objects.
  final let hasOrderedToManys: Bool
  /// Where the stores find the coordinator without keeping it.
  final let anchor = Anchor<NSPersistentStoreCoordinator>()
  /// The store that the IDs of each store refer to; also of stores that were removed.
  final let references = StoreReferenceTable()
  /// The contexts that have this coordinator.
  final let contexts = ContextRegistry()
  /// The former rows of objects that batch requests have changed behind the contexts' backs.
  final let staleRows = StaleRows()
  final let recentWrites = RecentWrites()
  final let remoteChanges = RemoteChanges()
  /// Where objects are that were moved to other stores.
  final let forwarding = Forwarding()
  private final let state = OrderedMutex(State(), .leaf)
  /// The hooks of client stores; empty while none has been added.
  final let clientStoreHooks = AtomicLazyReference<ClientStoreHooks>()
  /// True once there are hooks: looking for them costs 500 instructions.
  final let hasClientStoreHooks = Atomic(false)
  private final let queue = ContextQueue(.privateQueue, label: "CoreData.Coordinator")
  /// Serialises adding and removing stores. Taken before any other lock.
  final let structureLock = NSRecursiveLock()

  /// Required, so that `self.init(managedObjectModel:)` in class methods of extensions compiles.
  ///
  /// - Parameter model: may not be changed from now on.
  public required init(managedObjectModel model: NSManagedObjectModel) {
    model.freeze()
    managedObjectModel = model
    router = StoreRouter(schema: model.schema)
    entities = model.orderedEntities
    layouts = entities.first?.frozenLayoutOrFail.model
    hasOrderedToManys = entities.contains { $0.frozenLayoutOrFail.hasOrderedToManys }
    super.init()
    anchor.attach(self)
    observeJournal()
    StatementLog.begin(for: self)
  }

  deinit {
    anchor.detach()
    closeAll()
  }

  final var schema: StoreSchema { router.schema }

  /// The stores in the order in which they were added.
  open var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

  /// A label for logs.
  open var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The class, the address, the name and the stores.
  open override var description: String {
    let stores = persistentStores.map { $0.url?.absoluteString ?? $0.type }
    return ObjectText.head(self) + (name.map { " name: \($0)" } ?? "")
      + " (stores: \(stores.joined(separator: ", ")))"
  }

  // MARK: - Store types

  /// The class behind each store type, the built-in ones included; each value has it as
  /// `storeClass`.
  open class var registeredStoreTypes: [String: NSValue] {
    StoreRegistry.classesByType.mapValues(NSValue.ofStoreClass)
  }

  /// Makes a store class known under a type, before a store of that type is added. The class
  /// inherits from ``NSAtomicStore`` or ``NSIncrementalStore``. Nil takes the type back; open stores
  /// go on. A built-in type is replaced until then. Any thread; for the whole process.
  open class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {
    StoreRegistry.register(storeClass, for: type.rawValue)
  }

  /// Makes a store class known under a type; the older spelling.
  open class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    StoreRegistry.register(storeClass, for: storeType)
  }

  // MARK: - Adding and removing

  /// Opens or creates a store and adds it behind the others; on an error nothing has changed. Any
  /// thread; one store of a coordinator at a time.
  ///
  /// ```swift
  /// let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  /// do {
  ///   try coordinator.addPersistentStore(type: .sqlite, at: url)
  /// } catch let error as CocoaError
  ///   where error.code == .persistentStoreIncompatibleVersionHash
  /// {
  ///   print("The store is of another version of the model.")
  /// }
  /// ```
  ///
  /// - Throws: 134000 for an unknown type; 134081 for a store that is added already; 134060 for an
  ///   unknown configuration, or a model that cannot be stored; 134100 for a store of another
  ///   version of the model; 134010 for one of another type; 134020 for one without what the model
  ///   needs; 260 for a missing file that is to be opened read-only; 259 for a damaged one; 257 and
  ///   640 without permission or space; 134090 when a lock was not free in time; 134080 otherwise.
  ///   A client store's errors come as they are.
  @discardableResult
  open func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try StoreOpening(
      coordinator: self, type: type.rawValue, configuration: configuration, url: storeURL,
      options: options
    ).run()
  }

  /// Opens or creates a store and adds it; the older spelling. Only an in-memory store may be
  /// without a URL.
  @discardableResult
  open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try StoreOpening(
      coordinator: self, type: storeType, configuration: configuration, url: storeURL,
      options: options
    ).run()
  }

  /// Adds the store that a description describes; reports to the block, exactly once, before it
  /// returns unless the description asks for adding asynchronously. The errors are those of
  /// ``addPersistentStore(type:configuration:at:options:)``.
  ///
  /// ```swift
  /// let description = NSPersistentStoreDescription(url: url)
  /// description.isReadOnly = true
  /// coordinator.addPersistentStore(with: description) { description, error in
  ///   if let error { print("\(description) was not added: \(error)") }
  /// }
  /// ```
  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    DescriptionLoading.add(storeDescription, to: self, block)
  }

  /// Takes a store out and closes it. Unsaved changes to its objects cannot be saved any more. Any
  /// thread.
  ///
  /// ```swift
  /// let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
  /// try coordinator.remove(store)
  /// ```
  ///
  /// - Throws: 134070 for a store that is not in this coordinator.
  open func remove(_ store: NSPersistentStore) throws { try StoreRemoval.run(store, from: self) }

  // MARK: - Moving

  /// Copies an added store into a new one of any type ("save as"), which takes its place here: same
  /// position, same configuration, the given options. The old file stays as it is; the old store
  /// object is of no use afterwards.
  ///
  /// Contexts go on with their objects and unsaved changes. Objects have new IDs, with the new
  /// store's UUID; old ones lead to them for as long as the coordinator lives, see
  /// ``migratedObjectID(for:)``. What is at the URL is replaced as a whole, when the copy is
  /// complete and has been compared with the original. Fetches go on meanwhile, saves to the store
  /// wait.
  ///
  /// Reports to the current `Progress`, in objects. After an error nothing has changed. Any thread;
  /// takes as long as reading and writing everything does, in constant memory.
  ///
  /// ```swift
  /// let archived = try coordinator.migratePersistentStore(store, to: archive, type: .sqlite)
  /// ```
  ///
  /// - Throws: 134120 when the progress is cancelled; 134070 for a store that is not in this
  ///   coordinator, and for a URL at which there is a folder or another added store; 134000 for an
  ///   unknown type; 640, 513 and 134090 for lack of space, permission or a lock; 134080 for a file
  ///   that cannot be opened; 134110 otherwise.
  @discardableResult
  open func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try StoreTransfer(of: store, in: self, to: storeURL, options, storeType.rawValue).run()
  }

  /// Copies an added store into a new one that takes its place; the older spelling.
  @discardableResult
  open func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil,
    withType storeType: String
  ) throws -> NSPersistentStore {
    try StoreTransfer(of: store, in: self, to: URL, options, storeType).run()
  }

  /// Returns the ID that an object has now whose store was migrated since the given ID was made;
  /// the same ID when nothing happened, nil when its store is not here. No I/O. Our addition.
  open func migratedObjectID(for id: NSManagedObjectID) -> NSManagedObjectID? {
    guard let key = key(of: id), let store = router.store(key.store) else { return nil }
    return id.reference?.identifier == store.identifier ? id : objectID(for: key)
  }

  // MARK: - URLs

  /// Returns the added store at a URL.
  open func persistentStore(for URL: URL) -> NSPersistentStore? {
    let wanted = StoreLocation.standardised(URL)
    return persistentStores.first { url(for: $0).map(StoreLocation.standardised) == wanted }
  }

  /// Returns the URL of a store; for one without a place, `memory:` and its UUID.
  open func url(for store: NSPersistentStore) -> URL {
    let known: URL? = url(for: store)
    return known ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Gives an added store another place; false, and nothing is changed, where that cannot be.
  ///
  /// An atomic store is written there by the next save, whole; its old file stays. Other stores
  /// reconnect: the same store, as its UUID says, must be there already. A URL of another store of
  /// the coordinator is refused.
  @discardableResult
  open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    StoreRelocation(store, to: url, in: self).run()
  }

  private final func url(for store: NSPersistentStore) -> URL? {
    store.url ?? URL(string: "memory:\(store.reference.identifier)")
  }

  // MARK: - Metadata

  /// Returns the metadata of an added store as stored or about to be stored.
  open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

  /// Replaces an added store's metadata; written at the next save. Type and hashes stay.
  ///
  /// ```swift
  /// var metadata = coordinator.metadata(for: store)
  /// metadata["lastImport"] = Date()
  /// coordinator.setMetadata(metadata, for: store)
  /// try context.save()  // writes it
  /// ```
  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    store.metadata = StoreMetadataCoding.completed(metadata ?? [:], for: store)
  }

  /// Reads the metadata of a store that need not be open. Creates and changes nothing. Any thread.
  ///
  /// ```swift
  /// let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
  ///   type: .sqlite, at: url)
  /// let fits = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
  /// ```
  ///
  /// - Throws: 260 when there is no store; 259 for a file that is damaged or no store of a known
  ///   type; 134010 for one of another type; 134000 for an unknown type; 257 without permission.
  open class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try StaticMetadata.read(type: storeType.rawValue, at: storeURL)
  }

  /// Reads the metadata of a store that need not be open; the older spelling.
  open class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try StaticMetadata.read(type: storeType, at: url)
  }

  /// Writes the metadata of a store at once, in a transaction of its own. The type stays; UUID and
  /// hashes stay unless the dictionary has others. Any thread.
  ///
  /// ```swift
  /// var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
  ///   type: .sqlite, at: url)
  /// metadata["lastImport"] = Date()
  /// try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: url)
  /// ```
  ///
  /// - Throws: what ``metadataForPersistentStore(type:at:options:)`` throws; 640 without space;
  ///   134090 when the store was locked for too long; 134080 for one that cannot be written.
  open class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try StaticMetadata.write(metadata, type: storeType.rawValue, at: storeURL)
  }

  /// Writes the metadata of a store at once; the older spelling.
  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try StaticMetadata.write(metadata, type: storeType, at: url)
  }

  // MARK: - Identity

  /// Returns the ID that a URI stands for; nil for another form, an unknown store or entity, and
  /// for temporary URIs. Whether the object exists is not looked up. For an object that was moved to
  /// another store it is the present ID. Any thread; one read in a store that objects were moved out
  /// of before it was added, else no I/O.
  ///
  /// ```swift
  /// let text = department.objectID.uriRepresentation().absoluteString
  /// // Later, in another run of the program:
  /// if let uri = URL(string: text),
  ///   let id = coordinator.managedObjectID(forURIRepresentation: uri)
  /// {
  ///   print(try context.existingObject(with: id))
  /// }
  /// ```
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    forwardedID(url)
  }

  /// The same for the URI's text.
  open func managedObjectID(for string: String) -> NSManagedObjectID? {
    URL(string: string).flatMap(forwardedID)
  }

  private final func forwardedID(_ url: URL) -> NSManagedObjectID? {
    guard let id = ObjectURI.id(url, in: self) else { return nil }
    return forwarding.destination(of: id, in: self) ?? id
  }

  // MARK: - History

  /// Returns the token of the newest transactions in the histories of some stores; nil when none keeps a
  /// history. One read in each store; any thread.
  ///
  /// - Parameter stores: stores of this coordinator; nil or empty for all.
  open func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    CurrentHistory.token(of: stores?.compactMap { $0 as? NSPersistentStore }, in: self)
  }

  // MARK: - Requests

  /// Executes a request for a context, on its queue, and without looking at its pending changes.
  ///
  /// - Returns: for a fetch the array that its result type says, a count as one number in an array;
  ///   for a save an empty array; for batch requests their merged result; for a class of your own an
  ///   array with what each store has answered, in add order.
  /// - Throws: 134091 when a store of the library is asked what it does not know; what stores throw.
  open func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    try CoordinatorRequest(request, for: context, in: self).run()
  }

  // MARK: - Routing, explained

  /// Which store the next save would put a new object into, and why. Our addition.
  open func explainRoute(for object: NSManagedObject) -> String {
    RouteExplanation.text(for: object, in: self)
  }

  // MARK: - Blocks

  /// Runs a block on the coordinator's queue, later.
  open func perform(_ block: @escaping () -> Void) {
    let transferred = Transferable(block)
    queue.async { transferred.value() }
  }

  /// Runs a block on the coordinator's queue and waits; re-entrant.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync(block)
  }

  /// Locks the coordinator's structure: no store is added or removed meanwhile. Recursive.
  open func lock() { structureLock.lock() }
  /// Ends one ``lock()``, on the thread that took it.
  open func unlock() { structureLock.unlock() }
  /// Locks the structure if nobody else has; returns false otherwise. Never waits.
  open func tryLock() -> Bool { structureLock.try() }

  // MARK: - For the parts of this folder

  /// Lists a mounted store.
  final func append(_ store: NSPersistentStore) {
    state.withLock { $0.stores.append(store) }
    references.add(store)
    if store.place.isOfClient { beginClientStores().storeWasAdded() }
  }

  /// Lists a store where another was.
  final func exchange(_ old: NSPersistentStore, for new: NSPersistentStore) {
    func exchange() {
      state.withLock { state in
        state.stores = state.stores.map { $0 === old ? new : $0 }
      }
    }
    guard let hooks = new.place.isOfClient ? beginClientStores() : clientStores else {
      return exchange()
    }
    hooks.storeIsExchanged(for: new, exchange)
  }

  final func delist(_ store: NSPersistentStore) {
    state.withLock { $0.stores.removeAll { $0 === store } }
  }

  /// Returns the store that IDs with an ordinal refer to; also one that was removed.
  final func reference(to ordinal: Int) -> StoreReference? {
    references[ordinal]
  }
}
