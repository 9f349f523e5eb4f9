// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The files that opening a new store has made, so that a failure can take them away again.
struct FileCreation {
  private let path: String
  private var folders: [String] = []
  private var isFileNew = false
  private let hadLockFile: Bool
  private let mode: mode_t

  /// Makes an empty file, and the folders above it, unless the file exists.
  init(path: String, mode: mode_t = 0o600) throws(StoreError) {
    self.path = path
    self.mode = mode
    hadLockFile = access(path + "-lock", F_OK) == 0
    guard access(path, F_OK) != 0 else { return }
    do throws(StoreError) {
      try makeFolders((path as NSString).deletingLastPathComponent)
      try makeFile()
    } catch {
      undo()
      throw error
    }
  }

  /// Takes away what was made, the file's lock with it.
  func undo() {
    if isFileNew {
      unlink(path)
      if !hadLockFile { unlink(path + "-lock") }
    }
    for folder in folders.reversed() { rmdir(folder) }
  }

  private mutating func makeFolders(_ folder: String) throws(StoreError) {
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    try makeFolders((folder as NSString).deletingLastPathComponent)
    if mkdir(folder, 0o777) == 0 {
      folders.append(folder)
    } else if errno != EEXIST {
      throw error(errno, "making the folder \(folder)")
    }
  }

  private mutating func makeFile() throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      isFileNew = true
      if mode != 0o600 { fchmod(descriptor, mode) }
      close(descriptor)
    } else if errno != EEXIST {
      throw error(errno, "creating the file")
    }
  }

  private func error(_ code: Int32, _ attempt: String) -> StoreError {
    guard [EACCES, EPERM, EROFS].contains(code) else {
      return ReturnCode.error(code, store: path, attempt)
    }
    let reason = String(cString: strerror(code))
    return StoreError(
      .readOnly, store: path, message: "\(attempt) failed: \(reason)", engineCode: code)
  }
}
#endif
