// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// R-PSC-535
extension ModelChange {
  private static let family = """
    Thing abstract
      name String
      owner > Owner.things
    Car: Thing
      seats Int16
    Van: Thing
      load Double
    Owner
      things >> Thing.owner
    """

  static let entities = [
    ModelChange(
      "an entity is added", from: "Car\n  x String\nVan\n  x String",
      to: "Bus\n  x String\nCar\n  x String\nVan\n  x String"),
    ModelChange(
      "an entity is removed", from: "Bus\n  x String\nCar\n  x String\nVan\n  x String",
      to: "Bus\n  x String\nVan\n  x String"
    ) { $0.remove("Car") },
    ModelChange(
      "an entity to which others lead is removed",
      from:
        "Car\n  x String\n  owner > Owner.cars\n  tags >> Tag.cars\nOwner\n  cars >> Car.owner\n"
        + "Tag\n  cars >> Car.tags",
      to: "Owner\n  x String\nTag\n  x String"
    ) {
      $0.remove("Car")
    },
    ModelChange(
      "an entity is renamed",
      from: "Car\n  x String\n  owner > Owner.cars\nOwner\n  cars >> Car.owner",
      to: "Zeppelin was Car\n  x String\n  owner > Owner.cars\nOwner\n  cars >> Zeppelin.owner"
    ) { $0.rename("Car", to: "Zeppelin") },
    ModelChange(
      "an entity is renamed and changed",
      from: "Car\n  name String!\n  owner > Owner.cars\nOwner\n  cars >> Car.owner",
      to: "Vehicle was Car\n  title String! was name\n  seats Int16! = 4\n  owner > Owner.cars\n"
        + "Owner\n  cars >> Vehicle.owner"
    ) {
      $0.rename("Car", to: "Vehicle")
      $0.change("Vehicle") {
        $0.rename("name", to: "title")
        $0.fill("seats", "4")
      }
    },
    ModelChange(
      "an entity with a many-to-many is renamed",
      from: "Car\n  owners >> Owner.cars\nOwner\n  cars >> Car.owners",
      to: "Zeppelin was Car\n  owners >> Owner.cars\nOwner\n  cars >> Zeppelin.owners"
    ) { $0.rename("Car", to: "Zeppelin") },
    ModelChange(
      "entities exchange their names", from: "Car\n  x String\nVan\n  x String",
      to: "Car was Van #2\n  x String\nVan was Car #2\n  x String"
    ) {
      $0.rename("Car", to: "Other")
      $0.rename("Van", to: "Car")
      $0.rename("Other", to: "Van")
    },
    ModelChange(
      "a new parent comes above", from: "Car\n  name String\n  seats Int16",
      to: "Thing abstract\n  name String\nCar: Thing\n  seats Int16"),
    ModelChange(
      "a new parent with objects of its own comes above", from: "Car\n  name String\n  seats Int16",
      to: "Thing\n  name String\nCar: Thing\n  seats Int16"),
    ModelChange(
      "a subentity is added",
      from: "Car\n  x String\n  owner > Owner.cars\nOwner\n  cars >> Car.owner",
      to:
        "Car\n  x String\n  owner > Owner.cars\nVan: Car\n  load Double\nOwner\n  cars >> Car.owner"
    ),
    ModelChange(
      "a subentity is removed", from: family,
      to: """
        Thing abstract
          name String
          owner > Owner.things
        Car: Thing
          seats Int16
        Owner
          things >> Thing.owner
        """
    ) { $0.remove("Van") },
    ModelChange(
      "an entity leaves its hierarchy", from: "Thing\n  name String\nCar: Thing\n  seats Int16",
      to: "Thing\n  name String\nCar\n  name String\n  seats Int16"),
    ModelChange(
      "an attribute moves up", from: "Thing\n  name String\nCar: Thing\n  seats Int16",
      to: "Thing\n  name String\n  seats Int16\nCar: Thing"),
    ModelChange(
      "an attribute moves down",
      from: "Thing\n  name String\n  seats Int16\nCar: Thing\n  x String",
      to: "Thing\n  name String\nCar: Thing\n  seats Int16\n  x String"
    ) { $0.change("Thing") { $0.remove("seats") } },
    ModelChange(
      "attributes of siblings move up together",
      from: "Thing abstract\n  x String\nCar: Thing\n  name String\nVan: Thing\n  name String",
      to: "Thing abstract\n  x String\n  name String\nCar: Thing\nVan: Thing"),
    ModelChange(
      "an abstract entity gets objects", from: family,
      to: family.replacing("Thing abstract", with: "Thing")),
    ModelChange(
      "an intermediate entity comes in", from: family,
      to: """
        Thing abstract
          name String
          owner > Owner.things
        Vehicle: Thing
          wheels Int16
        Car: Vehicle
          seats Int16
        Van: Thing
          load Double
        Owner
          things >> Thing.owner
        """),
    ModelChange(
      "a sub-entity is renamed", from: family,
      to: family.replacing("Van: Thing", with: "Lorry: Thing was Van")
    ) { $0.rename("Van", to: "Lorry") },
    ModelChange(
      "the root is renamed", from: family,
      to: """
        Item was Thing abstract
          name String
          owner > Owner.things
        Car: Item
          seats Int16
        Van: Item
          load Double
        Owner
          things >> Item.owner
        """),
  ]

  static let combined = [
    ModelChange(
      "many things at once",
      from: """
        Thing abstract
          name String
          owner > Owner.things
        Car: Thing
          seats Int16
          old String
        Van: Thing
          load Double
          tags >> Tag.vans
        Owner
          things >> Thing.owner
          boss > Owner.staff
          staff >> Owner.boss
        Tag
          text String
          vans >> Van.tags
        Gone
          x String
        """,
      to: """
        Asset was Thing abstract
          title String was name
          holder > Person.assets was owner
          value Decimal! = 12.5
        Car: Asset
          seats Int16! = 5
        Lorry: Asset was Van
          load Double
          labels >> Label.lorries was tags
        Label was Tag
          text String
          lorries >> Lorry.labels was vans
        Person was Owner
          assets >> Asset.holder was things
          boss > Person.staff
          staff >> Person.boss
          email String
        Arrival
          x String
        """
    ) {
      $0.remove("Gone")
      $0.rename("Van", to: "Lorry")
      $0.rename("Owner", to: "Person")
      $0.rename("Tag", to: "Label")
      $0.change("Car", "Lorry") {
        $0.rename("name", to: "title")
        $0.rename("owner", to: "holder")
        $0.rename("tags", to: "labels")
        $0.fill("value", "12.5")
        $0.remove("old")
      }
      $0.change("Car") { $0.fill("seats", "5") }
      $0.change("Person") { $0.rename("things", to: "assets") }
      $0.change("Label") { $0.rename("vans", to: "lorries") }
    }
  ]
}
