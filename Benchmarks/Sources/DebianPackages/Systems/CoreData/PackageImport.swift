// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import DebianModel

/// Enters an index into an empty context; saving is the caller's.
struct PackageImport {
  let context: NSManagedObjectContext

  func run(_ workload: DebianWorkload) {
    let maintainers = workload.maintainers.map(maintainer)
    let sections = workload.sections.map(section)
    let packages = workload.packages.map { record in
      let package = Package(context: context)
      fill(package, with: record)
      package.maintainer = maintainers[record.maintainer]
      package.section = sections[record.section]
      return package
    }
    for (package, record) in zip(packages, workload.packages) {
      for dependency in record.dependencies {
        let target = dependency.target < 0 ? nil : packages[Int(dependency.target)]
        enter(dependency, of: package, target: target)
      }
    }
    for installation in workload.installations { enter(installation) }
  }

  /// Gives a package the values of a record, relationships apart.
  func fill(_ package: Package, with record: PackageRecord) {
    package.name = record.name
    package.versionText = record.version
    package.architecture = record.architecture
    package.priority = record.priority
    package.source = record.source
    package.summary = record.summary
    package.homepage = record.homepage
    package.filename = record.filename
    package.sha256 = record.sha256.map { Data($0) }
    package.installedSize = record.installedSize
    package.downloadSize = record.downloadSize
    package.isEssential = record.isEssential
  }

  func enter(_ record: DependencyRecord, of package: Package, target: Package?) {
    let dependency = Dependency(context: context)
    dependency.kind = record.kind.rawValue
    dependency.position = record.position
    dependency.alternative = record.alternative
    dependency.relation = record.relation.rawValue
    dependency.name = record.name
    dependency.versionText = record.version
    dependency.architectures = record.architectures
    dependency.package = package
    dependency.target = target
  }

  private func maintainer(_ record: MaintainerRecord) -> Maintainer {
    let maintainer = Maintainer(context: context)
    maintainer.name = record.name
    maintainer.email = record.email
    return maintainer
  }

  private func section(_ name: String) -> Section {
    let section = Section(context: context)
    section.name = name
    return section
  }

  private func enter(_ record: InstallationRecord) {
    let installation = Installation(context: context)
    installation.name = record.name
    installation.versionText = record.version
    installation.installedAt = Date(timeIntervalSinceReferenceDate: record.installedAt)
    installation.isAutomatic = record.isAutomatic
    installation.note = record.note
  }
}
