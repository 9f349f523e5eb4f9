// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
import ModelChecking
import ModelFormat
import Synchronization

/// Finds and reads model files.
package enum ModelLoading {
  private static let extensions = ["xcdatamodeld", "xcdatamodel", "momd", "mom"]

  /// Returns the document of a model, at the URL itself or, for the name of a compiled model, at
  /// the source bundle inside or beside it.
  static func document(at url: URL) throws -> ModelDocument {
    do {
      return try ModelReader.document(at: source(for: url))
    } catch {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: error.description, userInfo: [NSURLErrorKey: url])
    }
  }

  /// Returns the models of the bundles, or of the program's, in the order of their files' names;
  /// those that were compiled into the program where it has no files (R-MOD-014).
  /// - Parameter main: the program's bundle.
  package static func models(
    in bundles: [Bundle]?, ofProgram main: Bundle = .main
  ) -> [NSManagedObjectModel] {
    let sources = sources(in: bundles, main)
    let found = sources.urls.compactMap { url in
      NSManagedObjectModel(contentsOf: url).map { NamedModel(name: url.path, model: $0) }
    }
    if found.isEmpty, isProgram(bundles, main) { return NamedModel.agreeing(EmbeddedModels.all()) }
    return sources.areBeside ? NamedModel.agreeing(found) : found.map(\.model)
  }

  /// Every version of every model of the bundles, or those that were compiled into the program.
  /// Versions that cannot be read are left out.
  package static func allVersions(
    in bundles: [Bundle]?, ofProgram main: Bundle = .main
  ) -> [NSManagedObjectModel] {
    let found = sources(in: bundles, main).urls.flatMap { source -> [NSManagedObjectModel] in
      versions(at: source).compactMap { NSManagedObjectModel(contentsOf: $0.contents) }
    }
    return found.isEmpty && isProgram(bundles, main) ? EmbeddedModels.all().map(\.model) : found
  }

  private static func versions(at url: URL) -> [ModelVersion] {
    do { return try versions(of: url) } catch {
      Log.warning("Cannot read the models at \(url.path): \(error.localizedDescription)")
      return []
    }
  }

  // MARK: - Finding

  /// Where the source of a model is, for one that is not compiled: `X.momd` stands for `X.xcdatamodeld`, and `X.momd/V.mom` for
  /// its version `V.xcdatamodel`.
  static func source(for url: URL) -> URL {
    candidates(for: url).first { FileManager.default.fileExists(atPath: $0.path) } ?? url
  }

  private static func candidates(for url: URL) -> [URL] {
    let stem = url.deletingPathExtension()
    let name = stem.lastPathComponent
    switch url.pathExtension {
    case "momd":
      return [
        url.appendingPathComponent("\(name).xcdatamodeld"),
        stem.appendingPathExtension("xcdatamodeld"), stem.appendingPathExtension("xcdatamodel"),
      ]
    case "mom":
      let folder = url.deletingLastPathComponent()
      let bundle = folder.deletingPathExtension().appendingPathExtension("xcdatamodeld")
      let beside = [
        stem.appendingPathExtension("xcdatamodel"), stem.appendingPathExtension("xcdatamodeld"),
      ]
      let inside = [bundle.appendingPathComponent("\(name).xcdatamodel")]
      return ["momd", "xcdatamodeld"].contains(folder.pathExtension) ? inside + beside : beside
    default:
      return [url]
    }
  }

  /// Returns the URL that stands for a compiled model, which builds of packages do not make: that of its source in a
  /// bundle, and for the program's bundle also in those beside it, or of one that is compiled into the
  /// program.
  ///
  /// - Parameter path: as `X.momd` or `X.momd/V.mom`.
  static func url(standingFor path: String, in bundle: Bundle) -> URL? {
    let isOfProgram = isProgram([bundle], .main)
    let folders = [bundle.resourceURL].compactMap(\.self)
    let nested = isOfProgram ? folders.flatMap(resourceBundles) : []
    for folder in folders + nested {
      let place = folder.appendingPathComponent(path)
      let source = source(for: place)
      if source != place, FileManager.default.fileExists(atPath: source.path) { return source }
    }
    let place = bundle.bundleURL.appendingPathComponent(path)
    return isOfProgram && EmbeddedModels.stands(for: place) ? place : nil
  }

  /// Returns the URLs that stand for the compiled models of a bundle, or with `mom` for the versions of the one
  /// that a path names, as `X.momd` or by the name of its source; in the order of their names.
  static func urls(standingFor kind: String, in path: String?, of bundle: Bundle) -> [URL] {
    if let path { return kind == "mom" ? versions(standingFor: path, in: bundle) : [] }
    let kinds = kind == "momd" ? ["momd", "xcdatamodeld"] : ["mom", "xcdatamodel"]
    let found = sources(in: [bundle], .main).urls.filter { kinds.contains($0.pathExtension) }
    guard kind == "momd", isProgram([bundle], .main) else { return found }
    let known = Set(found.map { $0.deletingPathExtension().lastPathComponent })
    return found
      + EmbeddedModels.names().filter { !known.contains($0) }
      .map { bundle.bundleURL.appendingPathComponent("\($0).momd") }
  }

  private static func versions(standingFor path: String, in bundle: Bundle) -> [URL] {
    let name = (path as NSString).deletingPathExtension
    let source = (path as NSString).pathExtension == "xcdatamodeld"
    guard let model = url(standingFor: source ? "\(name).momd" : path, in: bundle) else {
      return []
    }
    if let version = EmbeddedModels.version(at: model) {
      return [model.appendingPathComponent("\(version).mom")]
    }
    return versions(at: model).map { $0.contents.deletingLastPathComponent() }
  }

  private static func resourceBundles(in folder: URL) -> [URL] {
    contents(of: folder).filter { ["resources", "bundle"].contains($0.pathExtension) }
  }

  /// Model files of the bundles. When the main bundle is asked and has none, those of the resource
  /// bundles beside the program, which is where packages put theirs.
  private static func sources(in asked: [Bundle]?, _ main: Bundle) -> (urls: [URL], areBeside: Bool)
  {
    let bundles = asked.flatMap { $0.isEmpty ? nil : $0 } ?? [main]
    let folders = bundles.compactMap(\.resourceURL)
    let found = folders.flatMap(models(in:))
    guard found.isEmpty, isProgram(asked, main) else { return (found, false) }
    return (folders.flatMap(resourceBundles).flatMap(models(in:)), true)
  }

  /// Returns true if the program's own models are asked for, by no bundle or by its own. Foundation
  /// lists no bundles on Linux, where `Bundle.allBundles` is empty; that of a class is the main one
  /// anew.
  private static func isProgram(_ bundles: [Bundle]?, _ main: Bundle) -> Bool {
    guard let bundles, !bundles.isEmpty else { return true }
    let folder = main.resourceURL?.standardizedFileURL.path
    return bundles.contains { $0.resourceURL?.standardizedFileURL.path == folder }
  }

  /// Returns the models of a folder, each name once.
  private static func models(in folder: URL) -> [URL] {
    let files = contents(of: folder)
    var names: Set<String> = []
    return extensions.flatMap { pathExtension in
      files.filter { $0.pathExtension == pathExtension }
    }.filter { names.insert($0.deletingPathExtension().lastPathComponent).inserted }
  }

  private static func contents(of folder: URL) -> [URL] {
    // A folder that cannot be listed holds no models.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map(folder.appendingPathComponent)
  }
}

/// A model and where it comes from, for messages: a path, or the name under which it was compiled in.
struct NamedModel {
  let name: String
  let model: NSManagedObjectModel

  /// Returns the models that can be merged. What lies beside a program may be another's, as that of
  /// another suite of the package: one that has an entity of the name of an earlier one's that is not
  /// the same is left out, with a warning (R-MOD-015).
  static func agreeing(_ models: [NamedModel]) -> [NSManagedObjectModel] {
    var owners: [String: (hash: Data, model: String)] = [:]
    return models.compactMap { candidate in
      let hashes = candidate.model.entityVersionHashesByName
      for (entity, hash) in hashes.sorted(by: { $0.key < $1.key }) {
        guard let owner = owners[entity], owner.hash != hash else { continue }
        Log.warning(
          "\(candidate.name) is left out of the merged model: its entity \(entity) is another than that "
            + "of \(owner.model). Load the model by its URL.")
        return nil
      }
      for (entity, hash) in hashes where owners[entity] == nil {
        owners[entity] = (hash, candidate.name)
      }
      return candidate.model
    }
  }
}

/// Models that generated code carries, by name: a program finds them without its resources.
enum EmbeddedModels {
  private struct Source {
    let version: String
    let contents: StaticString
  }

  private static let sources = Mutex<[String: Source]>([:])

  static func register(_ contents: StaticString, named name: String, version: String) {
    let source = Source(version: version, contents: contents)
    sources.withLock { $0[name] = source }
  }

  /// New models from all that were compiled into the program, by ascending name. Those that cannot
  /// be read are left out, with a warning.
  static func all() -> [NamedModel] {
    names().compactMap { name in model(named: name).map { NamedModel(name: name, model: $0) } }
  }

  /// The names of all that were compiled into the program, ascending.
  static func names() -> [String] {
    PendingRegistrations.run()
    return sources.withLock { $0.keys.sorted() }
  }

  /// Returns the version of the model that a URL `X.momd` in the program's folder stands for; nil for any
  /// other.
  static func version(at url: URL) -> String? {
    stands(for: url)
      ? sources.withLock { $0[url.deletingPathExtension().lastPathComponent]?.version } : nil
  }

  /// Returns a new model from the XML of that name; nil, with a warning if it cannot be read,
  /// without it.
  static func model(named name: String) -> NSManagedObjectModel? {
    do { return try document(named: name).map(ModelBuilder.model(of:)) } catch {
      Log.warning("Cannot load the model \(name) that was compiled into the program: \(error)")
      return nil
    }
  }

  /// Returns the document that a URL in the program's folder stands for, as `X.momd` or `X.momd/V.mom` of its
  /// version; nil for any other.
  static func document(standingFor url: URL) throws -> ModelDocument? {
    let folder = url.deletingLastPathComponent()
    let isVersion = url.pathExtension == "mom" && folder.pathExtension == "momd"
    guard isVersion || ["momd", "mom"].contains(url.pathExtension) else { return nil }
    let bundle = isVersion ? folder : url
    let program = Bundle.main.bundleURL.standardizedFileURL.path
    guard bundle.deletingLastPathComponent().standardizedFileURL.path == program else { return nil }
    let name = bundle.deletingPathExtension().lastPathComponent
    let version = isVersion ? url.deletingPathExtension().lastPathComponent : nil
    return try document(named: name, version: version)
  }

  static func stands(for url: URL) -> Bool {
    // One that cannot be read is there, and says so when it is.
    do { return try document(standingFor: url) != nil } catch { return true }
  }

  private static func document(named name: String, version: String? = nil) throws -> ModelDocument?
  {
    PendingRegistrations.run()
    guard let source = sources.withLock({ $0[name] }), version == nil || version == source.version
    else { return nil }
    let xml = source.contents.withUTF8Buffer { Data($0) }
    return try ModelReader.read(
      xml: xml, name: source.version, file: "\(name) (compiled into the program)"
    ).checkingFormats().validDocument()
  }
}

extension NSManagedObjectModel {
  /// Makes the XML of a model's current version known under the model's name, for
  /// `NSPersistentContainer(name:)` when no bundle has the model. Generated code calls it, and it is
  /// read when it is first asked for: an addition of ours. Any thread.
  public static func registerModel(
    named name: String, version: String, contents: StaticString
  ) {
    EmbeddedModels.register(contents, named: name, version: version)
  }
}
