// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Tells which of some files were written, made or replaced: the kernel's file-system events
/// (inotify), on one descriptor for all of them.
///
/// A file is watched itself, by whatever name it is written, and by its folder, in which it may be
/// replaced. Nothing is opened, so that no lock of a database is lost.
// Used on the queue of `StoreWatching` only.
final class FileEvents {
  private static let folderMask =
    IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
  private static let fileMask = IN_MODIFY | IN_ATTRIB

  /// The sum of some events.
  struct News {
    /// Files that may have other content now.
    var changed: Set<String> = []
    /// Files of which nothing will be heard any more.
    var lost: Set<String> = []
    /// There were more events than the kernel could keep: any file may have changed.
    var isIncomplete = false
  }

  private let descriptor: Int32
  private let source: any DispatchSourceRead
  /// The watched file of each path, or nil while there is none.
  private var files: [String: Int32?] = [:]
  private var folders: [Int32: String] = [:]

  /// Nil where there are no events, or no more of them.
  init?(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let descriptor = descriptor
    source.setEventHandler(handler: handler)
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  /// Closes the descriptor, soon.
  func end() { source.cancel() }

  // MARK: - Files

  /// Watches files, which need not be there, in folders that are; false when not all can be watched.
  func add(_ paths: [String]) -> Bool {
    paths.allSatisfy { path in
      guard files[path] == nil else { return true }
      guard let folder = FileEvents.folder(of: path), addFolder(folder) else { return false }
      files[path] = .some(nil)
      return renew(path)
    }
  }

  func remove(_ paths: [String]) {
    for path in paths {
      guard let watched = files.removeValue(forKey: path) else { continue }
      if let watched { removeUnused(watched) }
    }
    let needed = Set(files.keys.compactMap(FileEvents.folder))
    for (watched, folder) in folders where !needed.contains(folder) {
      folders[watched] = nil
      inotify_rm_watch(descriptor, watched)
    }
  }

  private func addFolder(_ folder: String) -> Bool {
    guard !folders.values.contains(folder) else { return true }
    let watched = inotify_add_watch(descriptor, folder, UInt32(FileEvents.folderMask))
    guard watched >= 0 else { return false }
    folders[watched] = folder
    return true
  }

  /// Watches the file that is at a path now; false when it is there and cannot be watched.
  private func renew(_ path: String) -> Bool {
    let former = files[path] ?? nil
    let watched = inotify_add_watch(descriptor, path, UInt32(FileEvents.fileMask))
    let failure = errno
    files[path] = .some(watched >= 0 ? watched : nil)
    if let former, former != watched { removeUnused(former) }
    return watched >= 0 || failure == ENOENT
  }

  private func removeUnused(_ watched: Int32) {
    guard !files.values.contains(watched) else { return }
    inotify_rm_watch(descriptor, watched)
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }

  // MARK: - Events

  /// Returns what has happened since the last call.
  func news() -> News {
    var news = News()
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &news)
      }
    }
    return news
  }

  private func take(_ bytes: UnsafeRawBufferPointer, into news: inout News) {
    let head = MemoryLayout<inotify_event>.size
    var place = 0
    while place + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      let name = bytes[(place + head)..<(place + head + Int(event.len))].prefix { $0 != 0 }
      take(event, String(decoding: name, as: UTF8.self), into: &news)
      place += head + Int(event.len)
    }
  }

  private func take(_ event: inotify_event, _ name: String, into news: inout News) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      news.isIncomplete = true
    } else if let folder = folders[event.wd] {
      takeEvent(of: folder, watchedAs: event, name, into: &news)
    } else {
      let paths = files.filter { $0.value == event.wd }.keys
      news.changed.formUnion(paths)
      guard event.mask & UInt32(IN_IGNORED) != 0 else { return }
      for path in paths { files[path] = .some(nil) }
    }
  }

  private func takeEvent(
    of folder: String, watchedAs event: inotify_event, _ name: String, into news: inout News
  ) {
    if event.mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      folders[event.wd] = nil
      if event.mask & UInt32(IN_IGNORED) == 0 { inotify_rm_watch(descriptor, event.wd) }
      news.lost.formUnion(files.keys.filter { FileEvents.folder(of: $0) == folder })
    } else {
      let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      guard files[path] != nil else { return }
      news.changed.insert(path)
      if !renew(path) { news.lost.insert(path) }
    }
  }
}
