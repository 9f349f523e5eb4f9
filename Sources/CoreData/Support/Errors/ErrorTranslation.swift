// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Errors of the layers below as the errors of the API (R-PSC-002…008).
enum ErrorTranslation {
  static func cocoaError(
    _ error: RoutingError, coordinator: NSPersistentStoreCoordinator, objects: [NSManagedObject],
    userInfo: [String: Any] = [:]
  ) -> any Error {
    if let client = client(in: error) { return client }
    if case .trouble(_, let name, let trouble) = error {
      return StoreRecoveryError(trouble, of: name)
    }
    var info = userInfo
    let stores = coordinator.persistentStores.filter { error.affectedStores.contains($0.ordinal) }
    if !stores.isEmpty { info[NSAffectedStoresErrorKey] = stores }
    if !objects.isEmpty { info[NSAffectedObjectsErrorKey] = objects }
    if let failure = failure(in: error) {
      let store = coordinator.persistentStores.first { $0.ordinal == failure.ordinal }
      addEngineCode(failure.error, of: store?.mount?.engine, to: &info)
    }
    return CocoaError.make(
      code(of: error), reason: error.description, userInfo: info,
      underlying: failure(in: error).map { $0.error.underlying ?? $0.error })
  }

  static func cocoaError(_ error: StoreError, url: URL?, engine: (any StoreEngine.Type)?)
    -> any Error
  {
    if let underlying = error.underlying { return underlying }
    var info: [String: Any] = [:]
    if let url { info[NSFilePathErrorKey] = url.path }
    addEngineCode(error, of: engine, to: &info)
    return CocoaError.make(
      openingCode(error.kind), reason: error.description, userInfo: info, underlying: error)
  }

  /// Returns the error that a client store threw, as it is.
  private static func client(in error: RoutingError) -> (any Error)? {
    switch error {
    case .store(let failure), .reservation(_, _, let failure): failure.error.underlying
    default: nil
    }
  }

  private static func code(of error: RoutingError) -> CocoaError.Code {
    switch error {
    case .noStore: .persistentStoreSave
    case .assignedStore(_, _, let refusal):
      refusal.reason == .isReadOnly ? .fileWriteNoPermission : .persistentStoreSave
    case .readOnly: .fileWriteNoPermission
    case .unknownStore: .coreData
    case .unassigned: .persistentStoreSave
    case .identifierInUse: CocoaError.Code(rawValue: 134081)
    case .crossStoreLink: .managedObjectExternalRelationship
    case .store(let failure), .reservation(_, _, let failure): workingCode(failure.error.kind)
    case .partialCommit: .persistentStoreIncompleteSave
    case .trouble: .persistentStoreOperation
    }
  }

  private static func failure(in error: RoutingError) -> StoreFailure? {
    switch error {
    case .store(let failure), .reservation(_, _, let failure), .partialCommit(_, let failure, _):
      failure
    default: nil
    }
  }

  /// While a store is in use.
  private static func workingCode(_ kind: StoreError.Kind) -> CocoaError.Code {
    switch kind {
    case .readOnly, .notPermitted: .fileWriteNoPermission
    case .timeout: .persistentStoreTimeout
    case .schemaMismatch: .persistentStoreIncompatibleSchema
    case .corrupt: .fileReadCorruptFile
    case .closed, .replaced: .persistentStoreOperation
    case .diskFull: .fileWriteOutOfSpace
    case .inputOutput, .numbersExhausted, .engine, .client: .persistentStoreSave
    case .missingFile, .missingStore, .wrongType, .cannotOpen: .persistentStoreOperation
    case .missingValue, .severalMembers: .migration
    case .duplicates: .migrationConstraintViolation
    }
  }

  /// While a store is being opened.
  private static func openingCode(_ kind: StoreError.Kind) -> CocoaError.Code {
    switch kind {
    case .missingFile: .fileReadNoSuchFile
    case .corrupt, .missingStore: .fileReadCorruptFile
    case .diskFull: .fileWriteOutOfSpace
    case .wrongType: .persistentStoreTypeMismatch
    case .schemaMismatch: .persistentStoreIncompatibleSchema
    case .timeout: .persistentStoreTimeout
    case .notPermitted: .fileReadNoPermission
    case .readOnly: .fileWriteNoPermission
    case .missingValue, .severalMembers: .migration
    case .duplicates: .migrationConstraintViolation
    default: .persistentStoreOpen
    }
  }

  private static func addEngineCode(
    _ error: StoreError, of engine: (any StoreEngine.Type)?, to info: inout [String: Any]
  ) {
    guard let code = error.engineCode, let domain = engine?.errorDomain else { return }
    info[domain] = NSNumber(value: code)
  }
}
