// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension UndoManager {
  /// A name for a value that is kept with a group of actions.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The text of the key.
    public let rawValue: String
    /// A key with a text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A key with a text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
}

/// Where, among the observers of a run loop, the group of an event is closed on Apple's platforms.
public let NSUndoCloseGroupingRunLoopOrdering: Int = 350000

/// In the user info of the notification that a group will close: true when all in it may be lost.
public let NSUndoManagerGroupIsDiscardableKey: String = "NSUndoManagerGroupIsDiscardableKey"

extension NSNotification.Name {
  /// A group is about to open or close, or to be undone or redone: register what is pending.
  public static let NSUndoManagerCheckpoint = NSNotification.Name(
    "NSUndoManagerCheckpointNotification")
  /// Posted before a group is undone. The object is the undo manager.
  public static let NSUndoManagerWillUndoChange = NSNotification.Name(
    "NSUndoManagerWillUndoChangeNotification")
  /// Posted after a group was undone. The object is the undo manager.
  public static let NSUndoManagerDidUndoChange = NSNotification.Name(
    "NSUndoManagerDidUndoChangeNotification")
  /// Posted before a group is redone. The object is the undo manager.
  public static let NSUndoManagerWillRedoChange = NSNotification.Name(
    "NSUndoManagerWillRedoChangeNotification")
  /// Posted after a group was redone. The object is the undo manager.
  public static let NSUndoManagerDidRedoChange = NSNotification.Name(
    "NSUndoManagerDidRedoChangeNotification")
  /// Posted after a group was opened. The object is the undo manager.
  public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name(
    "NSUndoManagerDidOpenUndoGroupNotification")
  /// Posted before a group is closed; the user info may have
  /// ``NSUndoManagerGroupIsDiscardableKey``.
  public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerWillCloseUndoGroupNotification")
  /// Posted after a group was closed. The object is the undo manager.
  public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerDidCloseUndoGroupNotification")
}
