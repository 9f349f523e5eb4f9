// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// How much memory a program needs that saves one large value and reads it back:
// `swift run -c release --package-path Benchmarks BlobCost STORE [MEGABYTES]`, with STORE one of
// `sqlite`, `external`, `lmdb` and `memory`. What counts is the process: one store each.

import CoreData
import Foundation
import Benchmarking

let kind = CommandLine.arguments.dropFirst().first ?? "sqlite"
let megabytes = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("blob-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
// Left over, it is among the temporary files.
defer { try? FileManager.default.removeItem(at: folder) }
try BlobStore(kind, in: folder).run(megabytes: megabytes)
