// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A model, a coordinator and a main-queue context, set up together.
// Sendable: immutable but for the descriptions, which are set before the stores are loaded.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  /// The container's name, from which the default store's file has its own.
  open var name: String { givenName }
  /// The model of the coordinator. It cannot be changed any more.
  open var managedObjectModel: NSManagedObjectModel { model }
  /// The coordinator that the stores are added to and the contexts use.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { coordinator }

  /// One context of the main queue, bound to the coordinator.
  open var viewContext: NSManagedObjectContext { mainContext }

  private final let givenName: String
  private final let model: NSManagedObjectModel
  private final let coordinator: NSPersistentStoreCoordinator
  private final let mainContext: NSManagedObjectContext

  /// The stores that `loadPersistentStores` adds: by default one SQLite store in the default
  /// directory.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// A container for the model of that name among the resources of the program; an empty model,
  /// with a warning, when there is none.
  public convenience init(name: String) {
    self.init(name: name, managedObjectModel: ContainerModel.named(name))
  }

  /// A container for a model, with one description: an SQLite store of the name in
  /// ``defaultDirectoryURL()``. Opens nothing.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    let url = Self.defaultDirectoryURL().appendingPathComponent(name + ".sqlite")
    givenName = name
    self.model = model
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    mainContext = NSManagedObjectContext(.mainQueue)
    mainContext.persistentStoreCoordinator = coordinator
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    super.init()
  }

  /// Where stores lie by default: the program's folder in the user's data folder.
  open class func defaultDirectoryURL() -> URL { ContainerModel.defaultDirectory() }

  /// Adds the store of each description; the block is told of each, with an error or nil.
  ///
  /// All stores are there when the call returns, but for those of descriptions that ask for adding
  /// asynchronously. The errors are those of
  /// ``NSPersistentStoreCoordinator/addPersistentStore(type:configuration:at:options:)``.
  ///
  /// ```swift
  /// let container = NSPersistentContainer(name: "Company", managedObjectModel: model)
  /// container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
  /// container.loadPersistentStores { description, error in
  ///   if let error { print("\(description) was not loaded: \(error)") }
  /// }
  /// ```
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  /// Returns a new context with a queue of its own, bound to the coordinator.
  ///
  /// ```swift
  /// let context = container.newBackgroundContext()
  /// try context.performAndWait {
  ///   let research = Department(context: context)
  ///   research.name = "Research"
  ///   research.createdAt = Date()
  ///   try context.save()
  /// }
  /// ```
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block with a new background context, on its queue, later. Changes that it does not save
  /// are lost.
  ///
  /// ```swift
  /// container.performBackgroundTask { context in
  ///   let research = Department(context: context)
  ///   research.name = "Research"
  ///   research.createdAt = Date()
  ///   do { try context.save() } catch { print("Not saved: \(error)") }
  /// }
  /// ```
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    let transferred = Transferable(block)
    context.perform { transferred.value(context) }
  }

  /// Runs a block with a new background context, on its queue, and returns its result. Changes that
  /// it does not save are lost. Cancelling the task does not stop the block.
  ///
  /// ```swift
  /// let id = try await container.performBackgroundTask { context in
  ///   let research = Department(context: context)
  ///   research.name = "Research"
  ///   research.createdAt = Date()
  ///   try context.save()
  ///   return research.objectID
  /// }
  /// ```
  ///
  /// - Throws: what the block throws.
  public final nonisolated(nonsending) func performBackgroundTask<T, E: Error>(
    _ block: @escaping (NSManagedObjectContext) throws(E) -> T
  ) async throws(E) -> T {
    let context = newBackgroundContext()
    // Handed over: the caller waits until the block has run.
    let transferred = Transferable(block)
    return try await context.perform { () throws(E) -> T in try transferred.value(context) }
  }

  /// The name and the stores.
  open override var description: String {
    "\(ObjectText.head(self)) (name: \(name); stores: "
      + "\(persistentStoreCoordinator.persistentStores.map(\.description)))"
  }
}
