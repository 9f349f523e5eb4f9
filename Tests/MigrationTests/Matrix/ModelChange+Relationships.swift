// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// R-PSC-535
extension ModelChange {
  static let relationships = [
    ModelChange(
      "a to-one with its to-many is added", from: "Car\n  x String\nOwner\n  x String",
      to: "Car\n  x String\n  owner > Owner.cars\nOwner\n  x String\n  cars >> Car.owner"),
    ModelChange(
      "a to-one with its to-many is removed",
      from: "Car\n  x String\n  owner > Owner.cars\nOwner\n  x String\n  cars >> Car.owner",
      to: "Car\n  x String\nOwner\n  x String"
    ) {
      $0.change("Car") { $0.remove("owner") }
      $0.change("Owner") { $0.remove("cars") }
    },
    ModelChange(
      "a many-to-many is added", from: "Car\n  x String\nOwner\n  x String",
      to: "Car\n  x String\n  owners >> Owner.cars\nOwner\n  x String\n  cars >> Car.owners"),
    ModelChange(
      "a many-to-many is removed",
      from: "Car\n  x String\n  owners >> Owner.cars\nOwner\n  x String\n  cars >> Car.owners",
      to: "Car\n  x String\nOwner\n  x String"
    ) {
      $0.change("Car") { $0.remove("owners") }
      $0.change("Owner") { $0.remove("cars") }
    },
    ModelChange(
      "both ends are renamed", from: "Car\n  owner > Owner.cars\nOwner\n  cars >> Car.owner",
      to: "Car\n  keeper > Owner.fleet was owner\nOwner\n  fleet >> Car.keeper was cars"
    ) {
      $0.change("Car") { $0.rename("owner", to: "keeper") }
      $0.change("Owner") { $0.rename("cars", to: "fleet") }
    },
    ModelChange(
      "both ends of a many-to-many are renamed",
      from: "Car\n  owners >> Owner.cars\nOwner\n  cars >> Car.owners",
      to: "Car\n  zkeepers >> Owner.afleet was owners\nOwner\n  afleet >> Car.zkeepers was cars"
    ) {
      $0.change("Car") { $0.rename("owners", to: "zkeepers") }
      $0.change("Owner") { $0.rename("cars", to: "afleet") }
    },
    ModelChange(
      "a to-one becomes to-many", from: "Car\n  owner > Owner.cars\nOwner\n  cars >> Car.owner",
      to: "Car\n  owners >> Owner.cars was owner\nOwner\n  cars >> Car.owners"
    ) { $0.change("Car") { $0.rename("owner", to: "owners") } },
    ModelChange(
      "a one-to-one becomes one-to-many",
      from: "Car\n  owner > Owner.car\nOwner\n  car > Car.owner",
      to: "Car\n  owner > Owner.cars\nOwner\n  cars >> Car.owner was car"
    ) { $0.change("Owner") { $0.rename("car", to: "cars") } },
    ModelChange(
      "a to-one gets an inverse", from: "Car\n  owner > Owner\nOwner\n  x String",
      to: "Car\n  owner > Owner.cars\nOwner\n  x String\n  cars >> Car.owner"
    ) { $0.invert("owner", as: "cars") },
    ModelChange(
      "a to-many without inverse gets one", from: "Car\n  wheels >> Wheel\nWheel\n  x String",
      to: "Car\n  wheels >> Wheel.car\nWheel\n  x String\n  car > Car.wheels", needsOneOwner: true
    ) { $0.invert("wheels", as: "car") },
    ModelChange(
      "a to-many becomes ordered", from: "Car\n  owner > Owner.cars\nOwner\n  cars >> Car.owner",
      to: "Car\n  owner > Owner.cars\nOwner\n  cars >>> Car.owner"
    ) { $0.change("Owner") { $0.orderByNumber("cars") } },
    ModelChange(
      "an ordered to-many loses its order",
      from: "Car\n  owner > Owner.cars\nOwner\n  cars >>> Car.owner",
      to: "Car\n  owner > Owner.cars\nOwner\n  cars >> Car.owner"
    ) { $0.change("Owner") { $0.relationships["cars"]?.sort() } },
    ModelChange(
      "an ordered to-many keeps its order",
      from: "Car\n  owner > Owner.cars\nOwner\n  cars >>> Car.owner",
      to: "Car\n  x String\n  owner > Owner.cars\nOwner\n  x String\n  cars >>> Car.owner"),
    ModelChange(
      "an ordered many-to-many keeps its order",
      from: "Car\n  owners >>> Owner.cars\nOwner\n  cars >> Car.owners",
      to:
        "Car\n  x String\n  keepers >>> Owner.cars was owners\nOwner\n  x String\n  cars >> Car.keepers"
    ) { $0.change("Car") { $0.rename("owners", to: "keepers") } },
    ModelChange(
      "a many-to-many of an entity with itself is renamed",
      from: "Person\n  friends >> Person.friendOf\n  friendOf >> Person.friends",
      to: "Person\n  pals >> Person.palOf was friends\n  palOf >> Person.pals was friendOf"
    ) {
      $0.change("Person") {
        $0.rename("friends", to: "pals")
        $0.rename("friendOf", to: "palOf")
      }
    },
    ModelChange(
      "a relationship becomes required",
      from: "Car\n  owner > Owner.cars!\nOwner\n  cars >> Car.owner",
      to: "Car\n  x String\n  owner > Owner.cars!\nOwner\n  cars >> Car.owner"),
  ]
}

extension Content.Object {
  /// Brings members into the order of their numbers.
  mutating func orderByNumber(_ name: String) {
    relationships[name]?.sort {
      (Int($0.split(separator: " ")[1]) ?? 0) < (Int($1.split(separator: " ")[1]) ?? 0)
    }
  }
}
