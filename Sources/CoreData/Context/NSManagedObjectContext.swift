// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// An object space: it fetches objects from the stores of a coordinator, keeps one instance of
/// each, tracks what is changed and saves it.
///
/// Use it, and its objects, only on its queue: within ``perform(_:)`` or
/// ``performAndWait(_:)->()``, or on the main thread for a main-queue context. Configuration may be read on any thread.
// Sendable: everything is confined to the queue; the identity map has a lock of its own.
open class NSManagedObjectContext: NSObject, NSLocking, NSCoding, @unchecked Sendable {
  // Each part has one owner, whose state is private to it. They are confined to the queue, and none
  // is in use while it is changed: so they are not checked for overlap.

  /// Where the context may be used.
  final let queue: ContextQueue
  /// The configuration, for any thread.
  final let settings = ContextSettings()
  // These two stand alone: every look-up asks both.

  /// Where objects are fetched from and saved to; below a parent, that at the root.
  @exclusivity(unchecked) private(set) final var coordinator: NSPersistentStoreCoordinator?
  /// The same for look-ups: counting references to it, all threads would write one cache line.
  @exclusivity(unchecked) private(set) final var lentCoordinator:
    Unmanaged<NSPersistentStoreCoordinator>?
  /// The living objects by their keys.
  final let identityMap = IdentityMap()
  /// The parent and the children.
  @exclusivity(unchecked) final var source = ContextSource()
  /// The objects that the context knows.
  final let registry = ObjectRegistry()
  /// The pending changes.
  final let tracker = ChangeTracker()
  /// The state of reading.
  @exclusivity(unchecked) final var reader = ReaderState()
  @exclusivity(unchecked) final var saving = SaveState()
  @exclusivity(unchecked) final var merging = MergeState()
  /// Leads changes to the undo manager, while there is one.
  final var undoRecorder: UndoRecorder?

  // MARK: - Creating and configuring

  /// - Parameter ct: where the context may be used: on a queue of its own, on the main queue, or
  ///   (deprecated) on the creating thread.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    // Read once, and here: it takes longer than a fetch.
    _ = ConcurrencyCheck.isEnabled
    concurrencyType = ct
    queue = ContextQueue(ct.queueKind, label: "CoreData.NSManagedObjectContext")
    super.init()
    identityMap.attach(self)
    queue.map = identityMap
    tracker.onFirstChange = { [unowned self] in self.scheduleProcessing() }
  }

  /// A context that is used on a queue of its own or on the main queue.
  public convenience init(_ type: NSManagedObjectContext.ConcurrencyType) {
    self.init(concurrencyType: type.rawValue)
  }

  /// A context confined to the creating thread.
  @available(*, deprecated, message: "Use init(_:) with .privateQueue or .mainQueue.")
  public convenience override init() {
    self.init(concurrencyType: .confinementConcurrencyType)
  }

  /// Nil: a context has no archived form.
  public required init?(coder: NSCoder) { return nil }

  /// Writes nothing: a context has no archived form.
  open func encode(with coder: NSCoder) {}

  /// Stands above the stores of a coordinator, for good.
  final func stand(above coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
    lentCoordinator = Unmanaged.passUnretained(coordinator)
  }

  deinit {
    delist()
    abandonObjects()
    identityMap.contextBecameQuiet()
    if parentContext != nil { identityMap.family.leave() }
  }

  /// The kind of queue on which the context may be used. Any thread.
  public final let concurrencyType: NSManagedObjectContextConcurrencyType

  /// Where objects are fetched from and saved to; below a parent, the coordinator at the root. Set
  /// once, before use; nil by default.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { coordinator ?? parentContext?.persistentStoreCoordinator }
    set { attach(to: newValue) }
  }

  /// The context that this one fetches from and saves to, instead of a coordinator: its objects,
  /// unsaved changes included, are what a store is to other contexts. Set once, before use; nil by
  /// default. Held strongly. Whatever this context asks of it runs on the parent's queue, and waits.
  open var parent: NSManagedObjectContext? {
    get { parentContext }
    set { attach(toParent: newValue) }
  }

  // All of these may be read and set on any thread.

  /// A name for people and for logs; nil by default.
  open var name: String? {
    get { settings.name }
    set { settings.name = newValue }
  }

  /// The author of this context's changes; nil by default.
  open var transactionAuthor: String? {
    get { settings.author }
    set { settings.author = newValue }
  }

  /// A dictionary of the client's; never used here.
  open var userInfo: NSMutableDictionary { settings.userInfo }

  /// How conflicts at a save are resolved: an `NSMergePolicy`; the error policy by default.
  open var mergePolicy: Any {
    get { settings.policy }
    set { setMergePolicy(newValue) }
  }

  /// True if a fault whose row is gone becomes a deleted object without values; true by default.
  /// Otherwise reading it stops the program.
  open var shouldDeleteInaccessibleFaults: Bool {
    get { settings.deletesInaccessibleFaults.load(ordering: .relaxed) }
    set { settings.deletesInaccessibleFaults.store(newValue, ordering: .relaxed) }
  }

  /// True if delete rules are applied when pending changes are processed (true, the default), or
  /// only at the save.
  open var propagatesDeletesAtEndOfEvent: Bool {
    get { settings.propagatesDeletesAtEndOfEvent.load(ordering: .relaxed) }
    set { settings.propagatesDeletesAtEndOfEvent.store(newValue, ordering: .relaxed) }
  }

  /// True if all registered objects are kept alive, not only changed ones; false by default.
  open var retainsRegisteredObjects: Bool {
    get { settings.retainsObjects.load(ordering: .relaxed) }
    set { setRetaining(newValue) }
  }

  /// Age in seconds from which fetched values are not reused for faults: negative, the default,
  /// never; 0 always.
  open var stalenessInterval: TimeInterval {
    get { settings.stalenessInterval }
    set { settings.stalenessInterval = newValue }
  }

  // MARK: - Running blocks

  /// Runs a block on the context's queue, later, followed by ``processPendingChanges()``. Any
  /// thread; not for confined contexts.
  ///
  /// ```swift
  /// context.perform {
  ///   context.refreshAllObjects()
  /// }
  /// ```
  @preconcurrency
  open func perform(_ block: @escaping @Sendable () -> Void) {
    requireQueue("perform")
    queue.async {
      block()
      self.finishBlock()
    }
  }

  /// Runs a block on the context's queue and waits; re-entrant. Any thread; not for confined
  /// contexts.
  open func performAndWait(_ block: () -> Void) {
    requireQueue("performAndWait")
    queue.sync(block)
  }

  // MARK: - Fetching

  /// Returns the results of a request, pending changes included unless it says otherwise. One query
  /// per store that holds the entity.
  ///
  /// ```swift
  /// let request = NSFetchRequest<Employee>(entityName: "Employee")
  /// request.predicate = NSPredicate(format: "department.name == %@", "Research")
  /// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  /// request.fetchLimit = 20
  /// let employees = try context.fetch(request)
  /// ```
  ///
  /// - Throws: 134060 for a request that cannot be executed, as one for an entity or key that does
  ///   not exist, or of another result type; 134070 for a store among
  ///   ``NSPersistentStoreRequest/affectedStores`` that is not there; what stores throw: 134090
  ///   when one was locked for too long, 259 for a damaged one, 134030 otherwise. A client store's
  ///   errors come as they are.
  open func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
    if type(of: self) == NSManagedObjectContext.self || reader.isAnsweredBySubclass {
      return try typedResults(of: request)
    }
    return try overriddenResults(of: request)
  }

  /// Returns the results of a request whose type of results nothing tells, as ``fetch(_:)->[T]`` gives
  /// them. A subclass that overrides this method answers requests of every type.
  @_disfavoredOverload
  open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try typedResults(of: request)
  }

  /// Returns the number of results that a request has, pending changes included. Loads no objects
  /// unless the predicate needs them.
  ///
  /// ```swift
  /// let request = NSFetchRequest<Employee>(entityName: "Employee")
  /// request.predicate = NSPredicate(format: "isActive == YES")
  /// let active = try context.count(for: request)
  /// ```
  ///
  /// - Throws: what ``fetch(_:)->[T]`` throws.
  open func count<T>(for request: NSFetchRequest<T>) throws -> Int {
    try countResults(of: request)
  }

  /// The state of the stores that fetches and faults read: a token when the context is pinned,
  /// `nil`, the default, when it reads what is there. Always `nil` below another context.
  open var queryGenerationToken: NSQueryGenerationToken? { generationToken }

  /// Pins the context to a state of its SQLite stores: that of another context's token, or, with
  /// `.current`, the newest one at the next read; `nil` unpins it. A save, a merge and `reset()` move
  /// it on. Registered objects keep their values. Throws below another context, and for a token
  /// whose state is gone. Stores of other types are read as they are.
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    ConcurrencyCheck.require(self, "setQueryGenerationFrom(_:)")
    try pin(to: generation)
  }

  /// Executes any other request: batch insertions, updates and deletions on the stores of the
  /// coordinator, asynchronous fetches. The objects of the context stay as they are.
  ///
  /// ```swift
  /// let request = NSBatchUpdateRequest(entityName: "Employee")
  /// request.predicate = NSPredicate(format: "isActive == NO")
  /// request.propertiesToUpdate = ["score": 0.0]
  /// request.resultType = .updatedObjectsCountResultType
  /// let result = try context.execute(request) as? NSBatchUpdateResult
  /// let count = result?.result as? Int
  /// ```
  ///
  /// - Throws: 134091 for a request that no store knows; 134060 for one that cannot be executed;
  ///   133021, 133010 and the codes of validation for rows that batch requests must not write; what
  ///   stores throw.
  @discardableResult
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try RequestExecution.run(request, in: confined())
  }

  // MARK: - Looking up

  /// Returns the registered object of an ID, or nil. No input or output.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    ConcurrencyCheck.require(self, "registeredObject(for:)")
    if objectID.isTemporaryID { return registered(objectID.key) }
    return rootCoordinator?.key(of: objectID).flatMap(registered)
  }

  /// Returns the object of an ID: the registered one, or a fault, whether or not a row exists. No
  /// I/O.
  ///
  /// ```swift
  /// let id = employee.objectID
  /// try background.performAndWait {
  ///   let same = background.object(with: id)
  ///   same.setValue(false, forKey: "isActive")
  ///   try background.save()
  /// }
  /// ```
  @discardableResult
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    lookUp(objectID)
  }

  /// Returns the object of an ID with its values: the registered one if it has them, else read from
  /// its store.
  ///
  /// ```swift
  /// do {
  ///   let employee = try context.existingObject(with: id)
  ///   print(employee)
  /// } catch let error as CocoaError where error.code == .managedObjectReferentialIntegrity {
  ///   print("It has been deleted.")
  /// }
  /// ```
  ///
  /// - Throws: 133000 when no row exists; what stores throw.
  @discardableResult
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try lookUpExisting(objectID)
  }

  /// All objects of this context that are alive, faults too.
  open var registeredObjects: Set<NSManagedObject> { Set(confined().identityMap.objects()) }

  // MARK: - Changing

  /// Inserts an object that was made without a context, or takes its deletion back. An object of
  /// another context is a programmer error.
  ///
  /// ```swift
  /// if let entity = NSEntityDescription.entity(forEntityName: "Tag", in: context) {
  ///   let tag = Tag(entity: entity, insertInto: nil)
  ///   tag.name = "new"
  ///   context.insert(tag)
  /// }
  /// ```
  open func insert(_ object: NSManagedObject) { confined().insertExisting(object) }

  /// Marks an object for removal at the next save; delete rules follow when changes are processed.
  /// An object of another context is a programmer error.
  ///
  /// ```swift
  /// context.delete(department)  // and its employees: the delete rule is cascade
  /// try context.save()
  /// ```
  open func delete(_ object: NSManagedObject) { markDeleted(object) }

  /// Chooses the store for an object that is not saved yet (R-PSC-190…197). The store must hold the
  /// object's entity; anything else is a programmer error.
  ///
  /// ```swift
  /// let tag = Tag(context: context)
  /// tag.name = "old"
  /// context.assign(tag, to: archive)
  /// try context.save()
  /// ```
  open func assign(_ object: Any, to store: NSPersistentStore) {
    confined().assignStore(object, store)
  }

  /// Gives objects that have none yet their permanent IDs now, all of them or none: inserted ones,
  /// and below a parent those that it was given by a save. The former keep being inserted.
  ///
  /// ```swift
  /// let tag = Tag(context: context)
  /// try context.obtainPermanentIDs(for: [tag])
  /// let uri = tag.objectID.uriRepresentation()
  /// ```
  ///
  /// - Throws: 134030 when no store can take an object; 513 when its store is read-only; 133000 for
  ///   an object that no context above has any more.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    ConcurrencyCheck.require(self, "obtainPermanentIDs(for:)")
    try PermanentIDs(self).obtain(for: objects)
  }

  /// Makes the next save check that the object is unchanged in its store.
  open func detectConflicts(for object: NSManagedObject) {
    ConcurrencyCheck.require(self, "detectConflicts(for:)")
    guard object.flags.isDisjoint(with: .checked), !object.key.isTemporary else { return }
    object.realise()
    tracker.check(object)
  }

  /// Turns an object into a fault; with `mergeChanges`, reloads one that has changes and applies
  /// these again.
  ///
  /// ```swift
  /// context.refresh(employee, mergeChanges: false)
  /// // The next access to a property reads the store.
  /// ```
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    confined().refreshNow(object, mergeChanges: flag)
  }

  /// Refreshes every registered object, keeping pending changes.
  open func refreshAllObjects() {
    for object in confined().identityMap.objects() { refresh(object, mergeChanges: true) }
  }

  /// Propagates deletions and tells of the changes since the last call by one notification.
  open func processPendingChanges() {
    ChangeProcessing(confined()).run(forcesPropagation: false)
  }

  /// Decides what becomes of a fault whose row is gone: true makes it a deleted object without
  /// values, false stops the program.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    shouldDeleteInaccessibleFaults
  }

  // MARK: - Pending changes

  /// The new objects that the next save will add to a store; until changes are processed also those
  /// that have been deleted again (R-CTX-181).
  open var insertedObjects: Set<NSManagedObject> { Set(confined().tracker.inserted) }

  /// The changed objects that the next save will write.
  open var updatedObjects: Set<NSManagedObject> { Set(confined().tracker.savedUpdates) }

  /// Objects to remove; until changes are processed also those that no store has (R-CTX-181).
  open var deletedObjects: Set<NSManagedObject> { Set(confined().tracker.deleted) }

  /// True if any of the three sets has an object.
  open var hasChanges: Bool { confined().tracker.hasChanges }

  /// Saves all pending changes, over all stores, or throws and changes nothing (R-CTX-561).
  /// O(changes).
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch let error as CocoaError {
  ///   let errors = error.userInfo[NSDetailedErrorsKey] as? [any Error] ?? [error]
  ///   for error in errors { print(error.localizedDescription) }
  /// }
  /// ```
  ///
  /// - Throws: the codes of validation, 1550 to 1690, or 1560 with all of them under
  ///   `NSDetailedErrorsKey`; 133020 for objects that were changed in their store since they were
  ///   read, and 133021 for violated uniqueness constraints, as the ``mergePolicy`` says; 133010
  ///   for a relationship between stores; 134030 when no store can take an object; 513 and 640 for
  ///   lack of permission or space; 134090 when a store was locked for too long; 134060 without
  ///   stores, or for objects of a store that was removed; 134040 when a store failed after another
  ///   one had committed: then the objects of the latter are saved; 132001 within a save of the same
  ///   context.
  open func save() throws {
    ConcurrencyCheck.require(self, "save()")
    defer { identityMap.contextBecameQuiet() }
    try SaveOperation(self).run()
  }

  /// Forgets all pending changes: objects go back to their stored values. O(changes).
  ///
  /// ```swift
  /// employee.salary = 0
  /// context.rollback()
  /// // The salary is the saved one again.
  /// ```
  open func rollback() { Rollback(confined()).run() }

  /// Forgets all objects; they lose their values.
  ///
  /// ```swift
  /// context.reset()
  /// // Objects that were fetched before must not be used any more.
  /// ```
  open func reset() {
    Reset(confined()).run()
    identityMap.contextBecameQuiet()
  }

  // MARK: - Merging

  /// True if what other contexts save to the same coordinator, or the parent saves, is merged into
  /// this context by itself, in a turn of its queue that is scheduled before their `save()`
  /// returns; false by default. Not for confined contexts. Any thread.
  open var automaticallyMergesChangesFromParent: Bool {
    get { settings.mergesAutomatically.load(ordering: .relaxed) }
    set { setAutomaticMerging(newValue) }
  }

  /// Brings in what another context has saved, as its did-save notification tells: inserted objects
  /// are registered until the present block ends, or as long as somebody holds them, realised ones
  /// that were updated get their new values beneath their own changes, deleted ones are deleted
  /// here. Goes to the context's queue by itself, and waits. One query per store.
  ///
  /// ```swift
  /// let token = NotificationCenter.default.addObserver(
  ///   forName: NSManagedObjectContext.didSaveObjectsNotification, object: background,
  ///   queue: nil
  /// ) { notification in
  ///   context.mergeChanges(fromContextDidSave: notification)
  /// }
  /// ```
  open func mergeChanges(fromContextDidSave notification: Notification) {
    MergeRequest.merge(notification, into: self)
  }

  /// Brings what was changed behind the contexts' backs, by batch requests or other processes, into
  /// each of them, on their queues, parents first.
  ///
  /// ```swift
  /// let tags = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
  /// let request = NSBatchDeleteRequest(fetchRequest: tags)
  /// request.resultType = .resultTypeObjectIDs
  /// let result = try context.execute(request) as? NSBatchDeleteResult
  /// NSManagedObjectContext.mergeChanges(
  ///   fromRemoteContextSave: [NSDeletedObjectIDsKey: result?.result ?? []], into: [context])
  /// ```
  ///
  /// - Parameters:
  ///   - changeNotificationData: IDs, or URIs of IDs, as arrays or sets, under the keys of a did-save
  ///     notification.
  ///   - contexts: the contexts that take the changes in.
  open class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    MergeRequest.merge(changeNotificationData, into: contexts)
  }

  // MARK: - Undoing

  /// Where changes are recorded, one action for each time that they are processed; nil by default.
  /// May serve several contexts. Replacing it processes changes and takes this context's actions
  /// out of the old one.
  open var undoManager: UndoManager? {
    get { undoRecorder?.manager }
    set { record(in: newValue) }
  }

  /// Processes changes and undoes the undo manager's last group; nothing without a manager.
  open func undo() {
    processPendingChanges()
    undoManager?.undo()
  }

  /// Processes changes and redoes what was undone last, unless something changed since.
  open func redo() {
    processPendingChanges()
    undoManager?.redo()
  }

  // MARK: - Locking (deprecated)

  /// Locks the context for this thread; recursive. It keeps nobody off who does not lock too: use
  /// ``perform(_:)``.
  open func lock() { settings.clientLock.lock() }
  /// Ends one ``lock()``, on the thread that took it.
  open func unlock() { settings.clientLock.unlock() }
  /// Locks the context if nobody else has; returns false otherwise. Never waits.
  open func tryLock() -> Bool { settings.clientLock.tryLock() }

  /// There is no key-value observing here: does nothing.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  /// The class, the address and the name.
  open override var description: String {
    "<\(type(of: self)): 0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16))>"
      + (name.map { " name: \($0)" } ?? "")
  }
}
