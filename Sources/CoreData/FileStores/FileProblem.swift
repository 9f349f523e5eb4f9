// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The errors about a store's file. All name it.
struct FileProblem {
  private let url: URL

  init(_ url: URL) { self.url = url }

  func missing() -> CocoaError {
    make(.fileReadNoSuchFile, reason: "There is no store at \(url.path).")
  }

  /// The file is no store of its type, or damaged: 259.
  func damaged(_ what: String) -> CocoaError {
    make(.fileReadCorruptFile, reason: "\(url.path) cannot be read: \(what)")
  }

  /// The file is well-formed, but what it says cannot be: 134080.
  func unfit(_ what: String) -> CocoaError {
    make(.persistentStoreOpen, reason: "\(url.path) cannot be opened: \(what)")
  }

  /// Returns the error of the system call that just failed.
  func unreadable(_ number: Int32 = errno) -> CocoaError {
    let code: CocoaError.Code =
      switch number {
      case ENOENT, ENOTDIR: .fileReadNoSuchFile
      case EACCES, EPERM: .fileReadNoPermission
      default: .persistentStoreOpen
      }
    return make(
      code, reason: "\(url.path) cannot be read: \(FileProblem.text(number)).", number: number)
  }

  /// The same while writing.
  func unwritable() -> CocoaError {
    let number = errno
    let code: CocoaError.Code =
      switch number {
      case ENOENT, ENOTDIR: .fileNoSuchFile
      case EACCES, EPERM: .fileWriteNoPermission
      case EROFS: .fileWriteVolumeReadOnly
      case ENOSPC, EDQUOT, EFBIG: .fileWriteOutOfSpace
      default: .persistentStoreSave
      }
    return make(
      code,
      reason:
        "\(url.path) cannot be written: \(FileProblem.text(number)). What was there is unchanged.",
      number: number)
  }

  private static func text(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// `number`: what the system said.
  private func make(
    _ code: CocoaError.Code, reason: String, number: Int32? = nil
  ) -> CocoaError {
    CocoaError.make(
      code, reason: reason, userInfo: [NSFilePathErrorKey: url.path],
      underlying: number.map { NSError(domain: NSPOSIXErrorDomain, code: Int($0)) })
  }
}
