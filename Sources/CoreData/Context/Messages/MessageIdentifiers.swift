// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Short names of messages: `center.addObserver(of: context, for: .didSave) { … }`. Naming one begins the
// making of messages.

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.WillSaveMessage> {
  /// Stands for ``NSManagedObjectContext/WillSaveMessage``.
  public static var willSave: Self {
    MessageSource.begin()
    return Self()
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidSaveMessage> {
  /// Stands for ``NSManagedObjectContext/DidSaveMessage``.
  public static var didSave: Self {
    MessageSource.begin()
    return Self()
  }
}

extension NotificationCenter.MessageIdentifier
where
  Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.ObjectsDidChangeMessage>
{
  /// Stands for ``NSManagedObjectContext/ObjectsDidChangeMessage``.
  public static var objectsDidChange: Self {
    MessageSource.begin()
    return Self()
  }
}

extension NotificationCenter.MessageIdentifier
where
  Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidSaveObjectIDsMessage>
{
  /// Stands for ``NSManagedObjectContext/DidSaveObjectIDsMessage``.
  public static var didSaveObjectIDs: Self {
    MessageSource.begin()
    return Self()
  }
}

extension NotificationCenter.MessageIdentifier
where
  Self == NotificationCenter.BaseMessageIdentifier<
    NSManagedObjectContext.DidSaveObjectIDsAsyncMessage
  >
{
  /// Stands for ``NSManagedObjectContext/DidSaveObjectIDsAsyncMessage``.
  public static var didSaveObjectIDsAsync: Self {
    MessageSource.begin()
    return Self()
  }
}

extension NotificationCenter.MessageIdentifier
where
  Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidMergeChangesMessage>
{
  /// Stands for ``NSManagedObjectContext/DidMergeChangesMessage``.
  public static var didMergeChanges: Self {
    MessageSource.begin()
    return Self()
  }
}

extension NotificationCenter.MessageIdentifier
where
  Self == NotificationCenter.BaseMessageIdentifier<
    NSManagedObjectContext.DidMergeChangesAsyncMessage
  >
{
  /// Stands for ``NSManagedObjectContext/DidMergeChangesAsyncMessage``.
  public static var didMergeChangesAsync: Self {
    MessageSource.begin()
    return Self()
  }
}
