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
open class NSPersistentStoreCoordinator: NSObject, NSLocking, @unchecked Sendable {
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
  /// The added stores.
  final let list = StoreList()
  /// The hooks of client stores; empty while none has been added.
  final let clientStoreHooks = AtomicLazyReference<ClientStoreHooks>()
  /// True once there are hooks: looking for them costs 500 instructions.
  final let hasClientStoreHooks = Atomic(false)
  /// Where the blocks of ``perform(_:)`` run.
  final let queue = ContextQueue(.privateQueue, label: "CoreData.Coordinator")
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

  /// A coordinator of an empty model, as programs make one to destroy or replace the files of stores.
  public override convenience init() { self.init(managedObjectModel: NSManagedObjectModel()) }

  deinit {
    anchor.detach()
    closeAll()
  }

  /// The stores in the order in which they were added.
  open var persistentStores: [NSPersistentStore] { list.stores }

  /// A label for logs.
  open var name: String? {
    get { list.name }
    set { list.name = newValue }
  }

  /// The class, the address, the name and the stores.
  open override var description: String { ObjectText.head(self) + list.text }

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

  /// Takes a store out and closes it. Unsaved changes to its objects cannot be saved any more; metadata
  /// that were set are written to SQLite and LMDB, after other writers as by a save. Any thread.
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

  // MARK: - Replacing and destroying

  /// Copies a store, as it was last saved, to the place of another or to where there is none: with
  /// UUID, metadata and external files. Neither need be open.
  ///
  /// A store of this coordinator at the destination is removed from it first, as by ``remove(_:)``,
  /// and not added again. A store that is to replace itself is removed, and its files stay as they are.
  /// Stores that other coordinators and processes have open there keep no one
  /// from replacing, but for locks: with their next access they find the new content if it is of the
  /// same UUID and version, else they throw 134070 until they are removed and added again; of Binary
  /// and XML files, 134050 when they save. A store that is open at the source goes on being used.
  ///
  /// All or nothing, also when the process dies. Costs a copy of the file. Any thread.
  ///
  /// ```swift
  /// try coordinator.replacePersistentStore(
  ///   at: url, withPersistentStoreFrom: folder.appending(path: "monday.sqlite"), type: .sqlite)
  /// ```
  ///
  /// - Parameters:
  ///   - destinationURL: missing folders are made.
  ///   - destinationOptions: ``NSPersistentStoreTimeoutOption``, and
  ///     ``NSPersistentStoreForceDestroyOption``, with which the file is unlinked if a lock is not
  ///     free in a second, or in the time given. Others are without effect.
  ///   - sourceURL: a store of the type.
  ///   - sourceOptions: without effect.
  ///   - sourceType: that of both.
  /// - Throws: 260 without a source; 134010 when there is another type's store at either place; 259
  ///   for a damaged source; 134070 for stores whose files only their class knows; 134090 when a lock was not free in time; 640 and 513 for lack of space or permission.
  open func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type sourceType: NSPersistentStore.StoreType
  ) throws {
    try StoreReplacement(
      at: destinationURL, destinationOptions, withStoreAt: sourceURL, type: sourceType.rawValue,
      in: self
    ).run()
  }

  /// Copies a store to the place of another; the older spelling.
  open func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String
  ) throws {
    try StoreReplacement(
      at: destinationURL, destinationOptions, withStoreAt: sourceURL, type: storeType, in: self
    ).run()
  }

  /// Takes away what is in a store, with its external files. The next store that is added there is a
  /// new one, with another UUID. What is damaged goes too; where nothing is, nothing happens.
  ///
  /// A store of this coordinator at the URL is removed from it first, as by ``remove(_:)``. An SQLite
  /// database is emptied in one transaction, and so is an LMDB file that somebody else has open:
  /// stores that are open there throw 134070 from then on, until they are removed and added again.
  /// Other files are removed. All or nothing, also when the process dies. Any thread.
  ///
  /// ```swift
  /// try coordinator.destroyPersistentStore(at: url, type: .sqlite)
  /// try coordinator.addPersistentStore(type: .sqlite, at: url)
  /// ```
  ///
  /// The options are as those of the destination in
  /// ``replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:type:)``.
  /// - Throws: 134010 for another type's store; 134070 for stores whose files only their class knows;
  ///   134090 when a lock was not free in time; 513 without permission.
  open func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try StoreDestruction(at: url, type: storeType.rawValue, options, in: self).run()
  }

  /// Takes away what is in a store; the older spelling.
  open func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    try StoreDestruction(at: url, type: storeType, options, in: self).run()
  }

  // MARK: - URLs

  /// Returns the added store at a URL.
  open func persistentStore(for URL: URL) -> NSPersistentStore? {
    let wanted = StoreLocation.standardised(URL)
    return persistentStores.first { knownURL(of: $0).map(StoreLocation.standardised) == wanted }
  }

  /// Returns the URL of a store; for one without a place, `memory:` and its UUID.
  open func url(for store: NSPersistentStore) -> URL {
    knownURL(of: store) ?? URL(fileURLWithPath: "/dev/null")
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

  // MARK: - Metadata

  /// Returns the metadata of an added store as stored or about to be stored.
  open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

  /// Replaces an added store's metadata; written at the next save, or as ``remove(_:)`` says. Type
  /// and hashes stay.
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

  // MARK: - History

  /// Returns the token of the newest transactions in the histories of some stores; nil when none keeps a
  /// history. One read in each store; any thread.
  ///
  /// - Parameter stores: stores of this coordinator; nil or empty for all.
  open func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
    CurrentHistory.token(of: stores?.compactMap { $0 as? NSPersistentStore }, in: self)
  }

  // MARK: - Requests

  /// Executes a request for a context, on its queue, and without looking at its pending changes.
  ///
  /// - Returns: for a fetch the array that its result type says, a count as one number in an array;
  ///   for a save an empty array; for batch requests their merged result; for a class of your own an
  ///   array with what each store has answered, in add order.
  /// - Throws: 134091 when a store of the library is asked what it does not know; what stores throw.
  @discardableResult
  open func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    try CoordinatorRequest(request, for: context, in: self).run()
  }

  /// Does what deferred migrations of the stores have left, task by task (R-PSC-631). Any thread.
  open func finishDeferredLightweightMigration() throws { try deferredWork.finish() }
  /// Does one such task; nothing when none is left.
  open func finishDeferredLightweightMigrationTask() throws { try deferredWork.finishTask() }

  // MARK: - Blocks

  /// Runs a block on the coordinator's queue, later.
  open func perform(_ block: @escaping () -> Void) { queue.later(block) }

  /// Locks the structure: no store is added or removed meanwhile. Recursive.
  open func lock() { structureLock.lock() }
  /// Ends one ``lock()``, on the thread that took it.
  open func unlock() { structureLock.unlock() }
  /// Locks the structure if nobody else has; returns false otherwise. Never waits.
  open func tryLock() -> Bool { structureLock.try() }
}
