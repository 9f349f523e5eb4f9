// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import SourcePorting

/// The changes of a port to the sources of a folder, and what it leaves.
struct PortReport {
  struct Entry {
    let file: SourceFile
    let source: PortedSource

    var isChanged: Bool { !source.edits.isEmpty }
  }

  let path: String
  let isDryRun: Bool
  let entries: [Entry]
  /// The files that could not be read or written.
  private(set) var failures: [UnportedFile]

  init(_ folder: SourceFolder, isDryRun: Bool) {
    path = folder.path
    self.isDryRun = isDryRun
    failures = folder.failures
    let port = SourcePort(folder.sources.map { ($0.url.path, $0.text) })
    entries = zip(folder.sources, port.ported()).map { Entry(file: $0, source: $1) }
  }

  /// Replaces the files that change; those that cannot be written are among the failures.
  mutating func write() {
    for entry in entries where entry.isChanged {
      do throws(UnportedFile) {
        try entry.file.write(entry.source.text)
      } catch {
        failures.append(error)
      }
    }
  }

  /// The sources that were changed, or would be.
  var changed: [Entry] {
    let failed = Set(failures.map(\.name))
    return entries.filter { $0.isChanged && !failed.contains($0.file.name) }
  }

  var remainders: [(file: String, remainder: Remainder)] {
    entries.flatMap { entry in entry.source.remainders.map { (entry.file.name, $0) } }
  }

  /// True if nobody has anything left to do.
  var isDone: Bool { remainders.isEmpty && !(isDryRun && !changed.isEmpty) }

  // MARK: - JSON

  /// The keys are part of the tool's interface.
  var json: JSONValue {
    [
      "path": .string(path),
      "dryRun": .bool(isDryRun),
      "sources": JSONValue(entries.count),
      "changed": .array(changed.map(json(of:))),
      "remaining": .array(
        remainders.map {
          [
            "file": .string($0.file), "line": JSONValue($0.remainder.line),
            "topic": .string($0.remainder.topic.rawValue), "reason": .string($0.remainder.reason),
          ]
        }),
      "failures": .array(
        failures.map { ["file": .string($0.name), "reason": .string($0.reason)] }),
    ]
  }

  private func json(of entry: Entry) -> JSONValue {
    let bytes = Array(entry.source.original.utf8)
    let edits: [JSONValue] = entry.source.edits.map {
      [
        "line": JSONValue($0.line), "topic": .string($0.topic.rawValue),
        "from": .string(String(decoding: bytes[$0.range], as: UTF8.self)),
        "to": .string($0.replacement),
      ]
    }
    return ["file": .string(entry.file.name), "edits": .array(edits)]
  }
}
