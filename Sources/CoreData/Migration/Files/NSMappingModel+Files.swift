// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension NSMappingModel {
  /// Reads a mapping model: a compiled one (`.cdm`), or the source of one (`.xcmappingmodel`, or the
  /// XML file in it). Nil for no URL and for what cannot be read; then the log says why.
  ///
  /// ```swift
  /// let mapping = NSMappingModel(contentsOf: folder.appendingPathComponent("V2toV3.cdm"))
  /// ```
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    do {
      self.init(of: try MappingFile(url).mappings())
    } catch {
      Log.warning("\(error.localizedDescription)")
      return nil
    }
  }

  /// Finds the mapping model between two versions of a model: a registered one, or in bundles the first
  /// one, by file name, whose entities are of these versions. Nil if there is none.
  ///
  /// - Parameters:
  ///   - bundles: nil, the default: the program's own, and those of its packages.
  ///   - sourceModel: the version that stores have; nil finds nothing.
  ///   - destinationModel: the version that they shall have; nil finds nothing.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel,
      let found = MappingSearch(from: sourceModel, to: destinationModel).mappings(in: bundles)
    else { return nil }
    self.init(of: found)
  }

  /// Makes a mapping model known that was made in code: automatic migrations, and searches in bundles,
  /// find it before those in files. Which versions of a model it is for the hashes of its entity
  /// mappings say. It must not change any more. Our addition. Any thread.
  public class func register(_ mapping: NSMappingModel) { MappingRegistry.register(mapping) }

  private convenience init(of mappings: [NSEntityMapping]) {
    self.init()
    entityMappings = mappings
  }
}
