// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import Synchronization

/// The entities of a store or program, with their configurations and fetch request templates.
///
/// Mutable until a coordinator uses it, and not thread-safe until then; afterwards every change
/// is a programmer error and any thread may read. A copy may be changed again.
nonisolated open class NSManagedObjectModel: NSObject, NSCopying {
  final let freezing = Freezing()
  final var entityList: [NSEntityDescription] = []
  final var configurationMembers: [String: [String]] = [:]
  /// True if it was read from a file, or from what is compiled in.
  final var isRead = false
  final var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
  final var frozenEntities: [String: NSEntityDescription]?
  final var frozen: FrozenModel?
  /// The version hashes as of the last change of anything in the model.
  final let versionHashes = OrderedMutex<VersionHashing.Known?>(nil, .leaf)
  /// The automatic metadata of new stores, encoded, by type and configuration. Of a frozen model.
  final let newStoreProperties = OrderedMutex<[String: Data]>([:], .leaf)
  /// The deflated archive that stores keep. Of a frozen model.
  final let archive = OrderedMutex<Data?>(nil, .leaf)
  /// Serialises freezing, which several coordinators of one model may ask for at once.
  static let freezeLock = OrderedMutex((), .freezing)

  /// A model without entities.
  public override init() { super.init() }

  /// The model at a URL: a `.xcdatamodeld` or `.xcdatamodel` bundle, the `contents` file of one, a
  /// `.momd` or `.mom` that Xcode compiled, or the name of one that has such a bundle inside or
  /// beside it. `nil` when there is none or when it cannot be read; the log says why.
  ///
  /// ```swift
  /// if let model = NSManagedObjectModel(contentsOf: url) {
  ///   let container = NSPersistentContainer(name: "Company", managedObjectModel: model)
  ///   print(container.persistentStoreDescriptions)
  /// }
  /// ```
  public convenience init?(contentsOf url: URL) {
    self.init()
    do { try ModelLoading.fill(self, from: url) } catch {
      Log.warning("Cannot load the model at \(url.path): \(error.localizedDescription)")
      return nil
    }
  }

  /// The models merged into one; an empty one for an empty list, `nil` for `nil`. Entities are
  /// copied. Two entities of equal names must be equal: anything else is a programmer error.
  ///
  /// ```swift
  /// let both = NSManagedObjectModel(byMerging: [company, atlas])
  /// ```
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models else { return nil }
    self.init()
    ModelMerging.merge(models, into: self)
  }

  /// The entities that a store was written with: those of the model that has them all, or else each
  /// from the model that has its version; `nil` when one is in none of the models.
  ///
  /// ```swift
  /// let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
  ///   type: .sqlite, at: url)
  /// let written = NSManagedObjectModel(byMerging: versions, forStoreMetadata: metadata)
  /// ```
  public convenience init?(
    byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
  ) {
    guard let parts = ModelMerging.parts(of: models, matching: metadata) else { return nil }
    self.init()
    ModelMerging.assemble(parts.entities, from: parts.models, into: self)
  }

  /// Returns the merged models of the bundles, or of the main bundle when there are none; where the
  /// program has no model files, those that were compiled into it. `nil` when they contain none.
  /// Reads the files at each call.
  ///
  /// ```swift
  /// let model = NSManagedObjectModel.mergedModel(from: nil) ?? NSManagedObjectModel()
  /// let container = NSPersistentContainer(name: "Company", managedObjectModel: model)
  /// ```
  open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = ModelLoading.models(in: bundles)
    return models.isEmpty ? nil : NSManagedObjectModel(byMerging: models)
  }

  /// Returns the model that a store was written with, put together from the bundles' models; `nil`
  /// when it cannot be. Reads the files at each call.
  ///
  /// ```swift
  /// let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
  ///   type: .sqlite, at: url)
  /// let written = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
  /// ```
  open class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    NSManagedObjectModel(
      byMerging: ModelLoading.allVersions(in: bundles), forStoreMetadata: metadata)
  }

  // MARK: - Entities

  /// The entities by ascending name. Setting it makes the model own them and their descendants;
  /// an entity of another model or a second one of the same name is a programmer error.
  open var entities: [NSEntityDescription] {
    get { entityList }
    set {
      freezing.requireMutable()
      setEntityList(newValue)
    }
  }

  /// The entities by name.
  open var entitiesByName: [String: NSEntityDescription] {
    frozenEntities ?? Self.named(entityList)
  }

  // MARK: - Configurations

  /// The names given to subsets of the entities, ascending. A model that was read from a file also lists
  /// that of all entities, `PF_DEFAULT_CONFIGURATION_NAME`, as Apple's framework does it (R-MOD-005).
  open var configurations: [String] {
    isRead ? (namedConfigurations + [defaultConfigurationName]).sorted() : namedConfigurations
  }

  /// The names given to subsets of the entities, ascending, without that of all: an addition.
  package final var namedConfigurations: [String] { configurationMembers.keys.sorted() }

  /// Returns the entities of a configuration, by ascending name; all of them for `nil`,
  /// `PF_DEFAULT_CONFIGURATION_NAME` and, unless a configuration has this name, `Default`; `nil` for an
  /// unknown name.
  open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration else { return entityList }
    if let members = configurationMembers[configuration] {
      let byName = entitiesByName
      return members.compactMap { byName[$0] }
    }
    return namesWhole(configuration) ? entityList : nil
  }

  /// Returns true for a name that stands for all entities.
  final func namesWhole(_ configuration: String) -> Bool {
    configuration == defaultConfigurationName
      || configuration == shownConfigurationName && configurationMembers[configuration] == nil
  }

  /// Names a subset of the model's entities, in place of a former one of that name.
  open func setEntities(
    _ entities: [NSEntityDescription], forConfigurationName configuration: String
  ) {
    freezing.requireMutable()
    let byName = entitiesByName
    let names = entities.map { $0.name ?? "" }
    if let stranger = names.first(where: { byName[$0] == nil }) {
      raise(
        .invalidArgument,
        "The entity '\(stranger)' of configuration '\(configuration)' is not in the model.")
    }
    configurationMembers[configuration] = Array(Set(names)).sorted()
  }

  // MARK: - Fetch request templates

  /// Keeps a copy of a request under a name; `nil` removes it.
  open func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    freezing.requireMutable()
    templates[name] = fetchRequestTemplate.flatMap(Self.duplicate)
  }

  /// Returns a copy of the request kept under a name; `nil` when there is none.
  open func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    templates[name].flatMap(Self.duplicate)
  }

  /// Returns a copy of the request kept under a name, with every `$NAME` of its predicate replaced;
  /// `nil` when there is no such request. A variable without a value is a programmer error.
  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let request = fetchRequestTemplate(forName: name) else { return nil }
    request.predicate = request.predicate.map {
      TemplateVariables.substitute(variables, in: $0, of: name)
    }
    return request
  }

  /// Copies of all requests by their names.
  open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    templates.compactMapValues(Self.duplicate)
  }

  // MARK: - Texts and versions

  /// Localised names of entities (`Entity/E`), properties (`Property/p/Entity/E`, `Property/p`)
  /// and error texts (`ErrorString/t`), for the descriptions of validation errors. May be set
  /// while the model is in use.
  open var localizationDictionary: [String: String]?

  /// Free-form names of the version; they do not influence compatibility.
  open var versionIdentifiers: Set<AnyHashable> = [] {
    willSet { freezing.requireMutable() }
  }

  /// The version hashes of all entities, by name.
  open var entityVersionHashesByName: [String: Data] { VersionHashing.hashes(of: self) }

  /// A text that identifies the version of the whole model.
  open var versionChecksum: String { VersionHashing.checksum(of: self) }

  /// Returns true if a store with this metadata has the entities of the configuration, and whatever
  /// else it has are entities of the model, all in the model's version.
  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let stored = VersionHashing.storedHashes(in: metadata),
      let entities = heldEntities(ofConfiguration: configuration, in: stored)
    else { return false }
    return areHashes(stored, of: entities)
  }

  // MARK: - Value

  /// Returns a deep copy that may be changed.
  open func copy(with zone: NSZone? = nil) -> Any { ModelCopying.copy(of: self) }

  /// Returns true if both have equal entities, configurations and templates.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    return self === other
      || entitiesByName == other.entitiesByName
        && configurationMembers == other.configurationMembers && templates == other.templates
  }

  /// A hash of the number of entities.
  open override var hash: Int { entityList.count.hashValue }

  /// True if it may be changed, and the names of what it has.
  open override var description: String {
    "(\(ObjectText.head(self))) isEditable \(freezing.isFrozen ? 0 : 1), entities "
      + "{\(entityList.map { $0.name ?? "" }.joined(separator: ", "))}, fetch request templates "
      + "{\(templates.keys.sorted().joined(separator: ", "))}"
  }
}
