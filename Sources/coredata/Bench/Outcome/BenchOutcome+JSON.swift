// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

extension BenchOutcome {
  /// Everything for machines. Times are in seconds.
  var json: JSONValue {
    [
      "model": .string(settings.model.path), "objects": JSONValue(settings.objects),
      "rounds": JSONValue(settings.rounds), "seed": .integer(Int64(bitPattern: settings.seed)),
      "mix": .string(settings.mix.rawValue), "mustLast": .bool(settings.mustLast),
      "stores": JSONValue(settings.stores), "environment": Self.json(environment),
      "parts": .array(parts.map(json)),
      "allConfigurations": mix.map { .array(Self.json($0)) } ?? .null,
      "remarks": JSONValue(mixSentences),
    ]
  }

  private func json(_ part: Part) -> JSONValue {
    let entities: [JSONValue] = part.plan.entities.map {
      ["name": .string($0.name), "objects": JSONValue($0.count)]
    }
    return [
      "name": .string(part.plan.part.name),
      "configuration": JSONValue(part.plan.part.configuration),
      "objects": JSONValue(part.plan.objects), "entities": .array(entities),
      "notes": JSONValue(part.plan.notes), "targets": Self.targets(part.plan),
      "results": .array(Self.json(part.group)),
      "recommendation": json(part.recommendation),
    ]
  }

  /// Returns the objects that the cases work on.
  private static func targets(_ plan: DataPlan) -> JSONValue {
    [
      "filter": JSONValue(FilterTarget(plan)?.text),
      "traverse": JSONValue(TraverseTarget(plan)?.text),
      "update": JSONValue(UpdateTarget(plan)?.text),
      "delete": .string(DeleteTarget(plan).text),
    ]
  }

  private func json(_ advice: Recommendation) -> JSONValue {
    [
      "backend": JSONValue(advice.choice?.rawValue), "reasons": JSONValue(advice.reasons),
      "scores": .object(
        Dictionary(
          uniqueKeysWithValues: advice.scores.map { ($0.key.rawValue, .number($0.value)) })),
    ]
  }

  private static func json(_ group: ResultGroup) -> [JSONValue] {
    group.cases.flatMap { part in
      group.stores.compactMap { store in
        group.row(part, store).map { result -> JSONValue in
          [
            "case": .string(part.rawValue), "store": .string(store),
            "medianSeconds": .number(result.medianSeconds),
            "minSeconds": .number(result.minSeconds), "maxSeconds": .number(result.maxSeconds),
            "cpuSeconds": .number(result.cpuSeconds), "peakBytes": JSONValue(result.peakBytes),
            "ratio": JSONValue(result.ratio), "checksum": .integer(group.checksum(part) ?? 0),
            "extra": .object((result.extra ?? [:]).mapValues(JSONValue.number)),
          ]
        }
      }
    }
  }

  private static func json(_ environment: RunEnvironment) -> JSONValue {
    [
      "date": .string(environment.date), "machine": .string(environment.machine),
      "processors": JSONValue(environment.processors),
      "memoryBytes": JSONValue(environment.memoryBytes), "system": .string(environment.system),
      "load": .number(environment.load),
    ]
  }
}
