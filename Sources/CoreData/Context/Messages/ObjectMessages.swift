// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A typed message that stands for a notification of a context.
///
/// Our addition, under Apple's messages: what they have in common. `NotificationCenter` of Foundation on
/// Linux has messages, but does not make them of notifications; this library does so from the moment that
/// somebody first asks for one.
public protocol ContextMessage: SendableMetatype {
  /// The name of the notification.
  static var name: Notification.Name { get }
}

extension NSManagedObjectContext {
  /// A main-queue context is about to save. Posted on the main actor.
  public struct WillSaveMessage: NotificationCenter.MainActorMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextWillSave }
    /// The context.
    public let context: NSManagedObjectContext

    /// Returns the message of a notification; nil if it is another one's.
    @MainActor public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { Self(context: $0.context) }
    }
  }

  /// A main-queue context has saved. Posted on the main actor.
  public struct DidSaveMessage: NotificationCenter.MainActorMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextDidSave }
    /// The context.
    public let context: NSManagedObjectContext
    /// The objects that the save has inserted.
    public let inserted: Set<NSManagedObject>
    /// The objects that the save has updated.
    public let updated: Set<NSManagedObject>
    /// The objects that the save has deleted.
    public let deleted: Set<NSManagedObject>
    /// The state of the stores after the save, if the context reads a pinned one.
    public let queryGeneration: NSQueryGenerationToken?
    /// The end of the histories after the save, if a store that keeps one was written.
    public let historyToken: NSPersistentHistoryToken?

    /// Returns the message of a notification; nil if it is another one's.
    @MainActor public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { reading in
        Self(
          context: reading.context, inserted: reading.objects(NSInsertedObjectsKey),
          updated: reading.objects(NSUpdatedObjectsKey),
          deleted: reading.objects(NSDeletedObjectsKey), queryGeneration: reading.generation,
          historyToken: reading.historyToken)
      }
    }
  }

  /// Objects of a main-queue context have changed. Posted on the main actor.
  public struct ObjectsDidChangeMessage: NotificationCenter.MainActorMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextObjectsDidChange }
    /// The context.
    public let context: NSManagedObjectContext
    /// The objects that were inserted.
    public let inserted: Set<NSManagedObject>
    /// The objects that were updated.
    public let updated: Set<NSManagedObject>
    /// The objects that were deleted.
    public let deleted: Set<NSManagedObject>
    /// The objects that have other values, though nothing was changed in the context.
    public let refreshed: Set<NSManagedObject>
    /// The objects that the context has forgotten one by one.
    public let invalidated: Set<NSManagedObject>
    /// True if the context has forgotten all objects; nil if it has not.
    public let invalidatedAll: Bool?

    /// Returns the message of a notification; nil if it is another one's.
    @MainActor public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { reading in
        Self(
          context: reading.context, inserted: reading.objects(NSInsertedObjectsKey),
          updated: reading.objects(NSUpdatedObjectsKey),
          deleted: reading.objects(NSDeletedObjectsKey),
          refreshed: reading.objects(NSRefreshedObjectsKey),
          invalidated: reading.objects(NSInvalidatedObjectsKey),
          invalidatedAll: reading.hasForgottenAll)
      }
    }
  }
}

/// A context's notification, read for a message.
struct MessageReading {
  let context: NSManagedObjectContext
  private let info: [AnyHashable: Any]

  init?(_ notification: Notification, _ name: Notification.Name) {
    guard notification.name == name, let context = notification.object as? NSManagedObjectContext
    else { return nil }
    self.context = context
    info = notification.userInfo ?? [:]
  }

  func objects(_ key: String) -> Set<NSManagedObject> { info[key] as? Set<NSManagedObject> ?? [] }

  func ids(_ key: String) -> Set<NSManagedObjectID> { info[key] as? Set<NSManagedObjectID> ?? [] }

  var generation: NSQueryGenerationToken? {
    info[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken
  }

  var historyToken: NSPersistentHistoryToken? {
    info[saveHistoryTokenKey] as? NSPersistentHistoryToken
  }

  var hasForgottenAll: Bool? { info[NSInvalidatedAllObjectsKey] == nil ? nil : true }
}
