// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Makes messages of the notifications of contexts, from the moment that somebody asks for one.
enum MessageSource {
  /// Observers of the notifications; made once, and never removed.
  private static let observers: Void = {
    onMain(NSManagedObjectContext.WillSaveMessage.self, make: { .makeMessage($0) })
    onMain(NSManagedObjectContext.DidSaveMessage.self, make: { .makeMessage($0) })
    onMain(NSManagedObjectContext.ObjectsDidChangeMessage.self, make: { .makeMessage($0) })
    onMain(NSManagedObjectContext.DidSaveObjectIDsMessage.self, make: { .makeMessage($0) })
    onMain(NSManagedObjectContext.DidMergeChangesMessage.self, make: { .makeMessage($0) })
    elsewhere(NSManagedObjectContext.DidSaveObjectIDsAsyncMessage.self, make: { .makeMessage($0) })
    elsewhere(NSManagedObjectContext.DidMergeChangesAsyncMessage.self, make: { .makeMessage($0) })
  }()

  static func begin() { _ = observers }

  private static func onMain<Message: NotificationCenter.MainActorMessage & ContextMessage>(
    _ type: Message.Type, make: @escaping @MainActor @Sendable (Notification) -> Message?
  ) where Message.Subject == NSManagedObjectContext {
    observe(Message.name) { context, note in
      guard context.concurrencyType == .mainQueueConcurrencyType else { return }
      // Transferable: made and posted on the main actor, on whose queue the context is.
      let note = Transferable(note)
      if Thread.isMainThread {
        MainActor.assumeIsolated { post(make(note.value), of: context) }
      } else {
        // Where the main queue is not the main thread's, it cannot be told that this is the main actor.
        Task { @MainActor in post(make(note.value), of: context) }
      }
    }
  }

  @MainActor private static func post<Message: NotificationCenter.MainActorMessage>(
    _ message: Message?, of context: NSManagedObjectContext
  ) where Message.Subject == NSManagedObjectContext {
    if let message { NotificationCenter.default.post(message, subject: context) }
  }

  private static func elsewhere<Message: NotificationCenter.AsyncMessage & ContextMessage>(
    _ type: Message.Type, make: @escaping @Sendable (Notification) -> Message?
  ) where Message.Subject == NSManagedObjectContext {
    observe(Message.name) { context, note in
      guard context.concurrencyType != .mainQueueConcurrencyType, let message = make(note) else {
        return
      }
      NotificationCenter.default.post(message, subject: context)
    }
  }

  private static func observe(
    _ name: Notification.Name,
    _ body: @escaping @Sendable (NSManagedObjectContext, Notification) -> Void
  ) {
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
      if let context = note.object as? NSManagedObjectContext { body(context, note) }
    }
  }
}

/// Observing messages by their types. As Foundation's methods of the same names, which these call.
extension NotificationCenter {
  /// Has a function called with each message of a main-queue context, of all of them for nil; on the main
  /// actor: within the call that posts it, where that is the main thread, else soon after.
  public func addObserver<Message: MainActorMessage & ContextMessage>(
    of subject: Message.Subject? = nil, for messageType: Message.Type,
    using observer: @escaping @MainActor (Message) -> Void
  ) -> ObservationToken where Message.Subject: AnyObject {
    MessageSource.begin()
    return observe(subject, messageType, using: observer)
  }

  /// Has a function called with each message of a private-queue context, of all of them for nil;
  /// asynchronously.
  public func addObserver<Message: AsyncMessage & ContextMessage>(
    of subject: Message.Subject? = nil, for messageType: Message.Type,
    using observer: @escaping @Sendable (Message) async -> Void
  ) -> ObservationToken where Message.Subject: AnyObject {
    MessageSource.begin()
    return observe(subject, messageType, using: observer)
  }

  /// Returns the messages of a private-queue context, of all of them for nil.
  /// - Parameters:
  ///   - subject: the context; nil, the default, for all.
  ///   - messageType: the type of the messages.
  ///   - limit: how many messages are kept that nobody has taken yet.
  public func messages<Message: AsyncMessage & ContextMessage>(
    of subject: Message.Subject? = nil, for messageType: Message.Type, bufferSize limit: Int = 10
  ) -> some Sendable & AsyncSequence<Message, Never> where Message.Subject: AnyObject {
    MessageSource.begin()
    return sequence(subject, messageType, limit: limit)
  }

  // Without the constraint of this library's messages, these calls are Foundation's.

  private func observe<Message: MainActorMessage>(
    _ subject: Message.Subject?, _ type: Message.Type,
    using observer: @escaping @MainActor (Message) -> Void
  ) -> ObservationToken where Message.Subject: AnyObject {
    addObserver(of: subject, for: type, using: observer)
  }

  private func observe<Message: AsyncMessage>(
    _ subject: Message.Subject?, _ type: Message.Type,
    using observer: @escaping @Sendable (Message) async -> Void
  ) -> ObservationToken where Message.Subject: AnyObject {
    addObserver(of: subject, for: type, using: observer)
  }

  private func sequence<Message: AsyncMessage>(
    _ subject: Message.Subject?, _ type: Message.Type, limit: Int
  ) -> some Sendable & AsyncSequence<Message, Never> where Message.Subject: AnyObject {
    messages(of: subject, for: type, bufferSize: limit)
  }
}
