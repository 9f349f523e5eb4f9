// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The versions that a stage names, by checksum.
package enum StageOutline: Equatable {
  case lightweight([String])
  case custom(from: String, to: String)
}

/// The way that a staged migration takes from the version of a store to that of a model
/// (R-PSC-611…615). It knows checksums only.
package struct StagePlan: Equatable {
  /// A part of the way. Stages are given by their places.
  package enum Step: Equatable {
    /// The versions, of which each is inferred from the one before: the first is that of the store.
    /// The stage is the last lightweight one that is concerned; nil where only custom ones are.
    case lightweight([String], stage: Int?)
    case custom(stage: Int)
  }

  package private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - stages: those of a manager, in their order.
  ///   - store: the checksum of the store; nil when it is not known.
  ///   - model: that of the model with which the store is to be opened.
  package init(_ stages: [StageOutline], from store: String?, to model: String)
    throws(StagePlanError)
  {
    let way = try StageWay(stages)
    if store == model { return }
    guard let store else { throw .noChecksum }
    guard let start = way.place(of: store) else { throw .unknownVersion(store) }
    if let end = way.place(of: model), end < start { throw .backwards(from: store, to: model) }
    guard way.versions.last?.checksum == model else {
      throw .otherEnd(way.versions.last?.checksum, model: model)
    }
    for place in start..<way.versions.count - 1 { append(way, from: place) }
  }

  private mutating func append(_ way: StageWay, from place: Int) {
    let next = way.versions[place + 1]
    if next.isReachedByCode { return steps.append(.custom(stage: next.stage)) }
    let stage = next.isOfCustom ? nil : next.stage
    guard case .lightweight(let versions, let former) = steps.last else {
      let present = way.versions[place]
      return steps.append(
        .lightweight(
          [present.checksum, next.checksum],
          stage: stage ?? (present.isOfCustom ? nil : present.stage)))
    }
    steps[steps.count - 1] = .lightweight(versions + [next.checksum], stage: stage ?? former)
  }
}

/// All versions of the stages in their order.
struct StageWay {
  struct Version: Equatable {
    let checksum: String
    /// The place of the stage that names it; of two custom ones the first.
    let stage: Int
    let isOfCustom: Bool
    /// True if it is the end of a custom stage.
    var isReachedByCode = false
  }

  private(set) var versions: [Version] = []

  init(_ stages: [StageOutline]) throws(StagePlanError) {
    for (place, stage) in stages.enumerated() {
      switch stage {
      case .lightweight(let checksums):
        for checksum in checksums {
          try append(Version(checksum: checksum, stage: place, isOfCustom: false))
        }
      case .custom(let current, let next):
        // The end of a custom stage may be the beginning of the following one.
        let continues = versions.last.map { $0.isReachedByCode && $0.stage == place - 1 } ?? false
        if !continues || versions.last?.checksum != current {
          try append(Version(checksum: current, stage: place, isOfCustom: true))
        }
        try append(
          Version(checksum: next, stage: place, isOfCustom: true, isReachedByCode: true))
      }
    }
  }

  func place(of checksum: String) -> Int? { versions.firstIndex { $0.checksum == checksum } }

  private mutating func append(_ version: Version) throws(StagePlanError) {
    guard place(of: version.checksum) == nil else { throw .repeated(version.checksum) }
    versions.append(version)
  }
}
