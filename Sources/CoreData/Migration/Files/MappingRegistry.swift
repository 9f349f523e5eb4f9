// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// Mapping models that were made in code, process-wide. Any thread.
enum MappingRegistry {
  private static let models = OrderedMutex<[Transferable<NSMappingModel>]>([], .leaf)

  static func register(_ model: NSMappingModel) {
    let model = Transferable(model)
    models.withLock { $0.append(model) }
  }

  /// The last one registered comes first.
  static var all: [NSMappingModel] { models.withLock { $0 }.reversed().map(\.value) }
}
