// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The Swift sources below a folder, ascending by path.
struct SourceFolder {
  /// Where package managers and Xcode put what is not the program's own, beside hidden folders.
  private static let others: Set<String> = ["Carthage", "DerivedData", "Pods"]

  let path: String
  private(set) var sources: [SourceFile] = []
  private(set) var failures: [UnportedFile] = []
  private let root: URL

  /// Fails when there is nothing at the path.
  init(_ path: String) throws {
    self.path = path
    root = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let type = Self.type(of: root) else { throw ToolFailure("there is no \(path)") }
    if type == .typeDirectory {
      visitFolder(root, name: "")
    } else {
      guard root.pathExtension == "swift" else { throw ToolFailure("\(path) is no Swift source") }
      read(root, name: root.lastPathComponent)
    }
  }

  /// Without following symbolic links.
  private static func type(of url: URL) -> FileAttributeType? {
    // What has no attributes is not there.
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.type] as? FileAttributeType
  }

  private mutating func visitFolder(_ folder: URL, name: String) {
    do {
      for entry in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        guard !entry.hasPrefix("."), !Self.others.contains(entry) else { continue }
        visit(folder.appendingPathComponent(entry), name: name.isEmpty ? entry : "\(name)/\(entry)")
      }
    } catch {
      fail(name.isEmpty ? path : name, "cannot be read: \(ErrorText.line(for: error))")
    }
  }

  private mutating func visit(_ url: URL, name: String) {
    switch Self.type(of: url) {
    case .typeDirectory: visitFolder(url, name: name)
    case .typeSymbolicLink: visitLink(url, name: name)
    case .typeRegular where url.pathExtension == "swift": read(url, name: name)
    default: break
    }
  }

  /// Reports a link that leads out of the folder to a source; a file within it is met by itself, and
  /// nothing else is changed.
  private mutating func visitLink(_ url: URL, name: String) {
    let target = url.resolvingSymlinksInPath()
    guard !target.path.hasPrefix(root.path + "/"), let type = Self.type(of: target) else { return }
    if type == .typeDirectory || url.pathExtension == "swift" {
      fail(name, "is a link to \(target.path), outside of the folder")
    }
  }

  private mutating func read(_ url: URL, name: String) {
    do throws(UnportedFile) {
      sources.append(try SourceFile(url, name: name))
    } catch {
      failures.append(error)
    }
  }

  private mutating func fail(_ name: String, _ reason: String) {
    failures.append(UnportedFile(name: name, reason: reason))
  }
}
