#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors
"""Python's mappers as workers of the benchmark: the protocol of the Swift executable."""

import argparse
import pathlib

from peers import FILE_NAME

# What only some commands need is imported by them: importing is part of what case 9b measures.


def system_named(name):
    """The mapper of that name. Only its own package is imported, as its users' processes do."""
    if name == "Django":
        from peers.django_orm import Django

        return Django()
    from peers.alchemy import Alchemy, AlchemyBulk

    return {system.name: system for system in (Alchemy(), AlchemyBulk())}[name]


def work(arguments):
    """`worker`: cases of one mapper, a sample of JSON on standard output for each."""
    from peers.worker import Worker
    from peers.workload import Workload

    folder = pathlib.Path(arguments.dir)
    folder.mkdir(parents=True, exist_ok=True)
    file = arguments.workload or folder / f"workload-{arguments.n}.jsonl"
    Worker(system_named(arguments.system), Workload(file), folder).run(arguments.cases.split(","))


def open_once(arguments):
    """`open-once`: the process of case 9b."""
    system_named(arguments.system).open_once(pathlib.Path(arguments.dir, FILE_NAME))


def keep(arguments):
    """`keep`: the process of case 10; prints what it measured as JSON."""
    import json

    from peers.measuring import Stopwatch

    stopwatch = Stopwatch()
    system_named(arguments.system).keep(pathlib.Path(arguments.dir, FILE_NAME), stopwatch)
    print(json.dumps(stopwatch.figures()))


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    worker = commands.add_parser("worker", help=work.__doc__)
    worker.add_argument("--cases", required=True, help="as 1a,2,6b")
    worker.add_argument("--n", type=int, required=True, help="how many employees")
    worker.add_argument("--seed", type=int, default=42, help="the seed of the data, for the record")
    worker.add_argument("--workload", help="the data; workload-N.jsonl of the folder by default")
    worker.set_defaults(run=work)
    once = commands.add_parser("open-once", help=open_once.__doc__)
    once.set_defaults(run=open_once)
    keeper = commands.add_parser("keep", help=keep.__doc__)
    keeper.set_defaults(run=keep)
    for command in (worker, once, keeper):
        command.add_argument(
            "--system", required=True, choices=["SQLAlchemy", "SQLAlchemy bulk", "Django"]
        )
        command.add_argument("--store", default="SQLite", choices=["SQLite"])
        command.add_argument("--dir", required=True, help="the folder of the stores")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
