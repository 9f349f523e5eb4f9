// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The work of one worker process: some parts of a model, each on a backend, in one stack.
struct BenchJob: Codable {
  struct Store: Codable, Equatable {
    /// nil for the whole model.
    var configuration: String?
    var backend: Backend
  }

  /// How results call the backends.
  var store: String
  var model: String
  var stores: [Store]
  var objects: Int
  var seed: UInt64
  var cases: [BenchCase]
  /// Where the stores lie while it runs.
  var folder: String
  /// The file with the profile of the client stores.
  var profile: String?
  /// True if each entity is filled in the first part that holds it only.
  var isMixed = false
}
