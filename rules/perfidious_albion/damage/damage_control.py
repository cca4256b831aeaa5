"""Damage control (5.9): the parties of ships, forts and the bombarded target go to work in the End phase.

A ship has a party for every 5,000 tons or part of it, from one to four. Each takes one job: the fire, the flooding, the
steering gear, a propulsion room. It succeeds on a D6 of the crew's quality or less, and a job succeeds once a turn.
Forts and the target have a fire party for every five structure boxes left.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.fires import fire_parties, party_quality
from rules.perfidious_albion.records.commands import ChooseForMe, Repair
from rules.perfidious_albion.records.events import Repaired, RepairFailed
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State, Target, afloat, box_bit
from rules.perfidious_albion.ships.pieces import name_of, piece_name, thing_of, with_thing

FIRE, FLOOD, STEERING, PROPULSION = JOBS = ("fire", "flood", "steering", "propulsion")
JOB_TITLES = {
    FIRE: "fight the fire",
    FLOOD: "pump out a flood",
    STEERING: "mend the steering",
    PROPULSION: "mend the engines",
}
JOB_RULES = {FIRE: "PA-5.9-2", FLOOD: "PA-5.9-2", STEERING: "PA-5.9-1", PROPULSION: "PA-5.9-3"}
DONE = "+"  # after a job in `repairs`: it has succeeded
Worker = Ship | Fort | Target


def party_count(state: State, worker: Worker) -> int:
    """Return how many parties there are this turn. Rules: PA-DC-H1, PA-2.2-14, PA-2.1-69."""
    if isinstance(worker, Ship):
        damage = state.scene.charts.damage
        tons = state.scene.cards[worker.id].tons
        return max(1, min(damage.parties_most, -(-tons // damage.party_tons)))
    return fire_parties(state, worker)


def quality_of(state: State, worker: Worker) -> int:
    """Return the quality of its parties: the crew's, the fort's, 2 for the bombarded target.

    Rules: PA-DC-H2, PA-2.2-14, PA-2.1-70.
    """
    return worker.cq if isinstance(worker, Ship) else party_quality(state, worker)


def jobs_for(state: State, worker: Worker) -> tuple[str, ...]:
    """Return the jobs there are to do, done ones left out.

    Rules: PA-5.9-1, PA-5.9-2, PA-5.9-3, PA-2.2-14, PA-2.1-69, PA-DC-H2.
    """
    wanted = {FIRE: bool(worker.fires)}
    if isinstance(worker, Ship):
        wanted[FLOOD] = worker.floods > 0
        wanted[STEERING] = bool(worker.steering)
        wanted[PROPULSION] = lost_room(state, worker) is not None
    return tuple(job for job, there in wanted.items() if there and job + DONE not in worker.repairs)


def lost_room(state: State, ship: Ship) -> tuple[int, int, int] | None:
    """Return the propulsion room a party would restore, the largest first: section, level, units; None without one.

    Rules: PA-5.9-3, PA-5.8-8, A-53.
    """
    rooms = [room for room in state.scene.cards[ship.id].prop_boxes if ship.struck & box_bit(room.section, room.level)]
    if not rooms or not ship.props_lost:
        return None
    room = max(rooms, key=lambda found: found.units)
    return room.section, room.level, room.units


def workers(state: State, side: str) -> Iterator[Worker]:
    """Yield everything of a side that has parties: its ships, its forts, the target it defends."""
    yield from afloat(state, side)
    for fort in state.forts.values():
        if fort.side == side and not fort.gone:
            yield fort
    if state.target is not None and state.target.side == side and not state.target.gone:
        yield state.target


def idle_parties(state: State, worker: Worker) -> int:
    """Return parties that have no job yet this turn. Rule: PA-DC-H1."""
    return party_count(state, worker) - len(worker.repairs)


def usual_job(state: State, worker: Worker) -> str:
    """Return the most urgent job: a great fire, then water that may sink her, the helm, the engines, the rest."""
    there = jobs_for(state, worker)
    if not there:
        return ""
    if isinstance(worker, Ship):
        flotation = state.scene.cards[worker.id].flotation
        if FIRE in there and worker.fires >= state.scene.charts.damage.morale_fire:
            return FIRE
        if FLOOD in there and worker.floods * 2 >= flotation:
            return FLOOD
        for job in (STEERING, PROPULSION):
            if job in there:
                return job
    return there[0]


# ---------------------------------------------------------------------- the command


def offer_repairs(state: State, side: str) -> Iterator[Offer]:
    """Yield every job a party of the side may take. Rules: PA-5.9-1, PA-5.9-2, PA-5.9-3."""
    for worker in workers(state, side):
        if idle_parties(state, worker) <= 0:
            continue
        name, usual = name_of(worker), usual_job(state, worker)
        for job in jobs_for(state, worker):
            label = f"{piece_name(state, name)}: {JOB_TITLES[job]}"
            yield Offer("repair", label, JOB_RULES[job], name, (Repair(side, name, job),), usual=job == usual)


def check_repair(state: State, command: Repair) -> tuple[Illegal, ...]:
    """Return every reason against a job.

    Rules: PA-5.9-1, PA-5.9-2, PA-5.9-3, PA-DC-H1, PA-DC-H2, PA-2.2-14, PA-2.1-69.
    """
    worker = thing_of(state, command.ship)
    if worker is None or worker.side != command.side or worker.gone or isinstance(worker, Battery):
        owner = piece_name(state, command.side)
        return (Illegal(f"{owner} has nothing called {command.ship[:40]!r} with parties", "PA-DC-H1"),)
    piece, name, reasons = name_of(worker), piece_name(state, name_of(worker)), []
    there = party_count(state, worker)
    if idle_parties(state, worker) <= 0:
        rule = "PA-DC-H1" if isinstance(worker, Ship) else "PA-2.2-14" if isinstance(worker, Fort) else "PA-2.1-69"
        reasons.append(Illegal(f"{name}: all of {there} parties have had their job this turn", rule, piece))
    if command.job not in JOBS:
        reasons.append(Illegal(f"a job is {', '.join(JOBS)}; not {command.job[:40]!r}", "PA-DC-H2", piece))
    elif command.job + DONE in worker.repairs:
        reasons.append(Illegal(f"{name}: this job has succeeded this turn", "PA-DC-H2", piece))
    elif command.job not in jobs_for(state, worker):
        reasons.append(Illegal(f"{name} has nothing of the kind: {command.job}", JOB_RULES[command.job], piece))
    return tuple(reasons)


def do_repair(r: Ruling, command: Repair) -> None:
    """Roll a party's job. Rolls one D6 against the quality. Rules: PA-DC-H2, PA-5.9-1, PA-5.9-2, PA-5.9-3."""
    do_repair_job(r, command.ship, command.job)


REPAIR = Verb(Repair, "Damage control", "PA-5.9-2", offer_repairs, check_repair, do_repair)


def do_repair_job(r: Ruling, name: str, job: str) -> None:
    """Do one job with one party. Rolls one D6: the quality or less succeeds.

    Rules: PA-DC-H2, PA-5.9-1, PA-5.9-2, PA-5.9-3, PA-2.2-14, PA-2.1-69, PA-2.1-70.
    """
    state: State = r.state
    worker = thing_of(state, name)
    assert isinstance(worker, Ship | Fort | Target)
    quality, rule = quality_of(state, worker), JOB_RULES[job]
    rolled = r.roll(f"{piece_name(state, name)}: {JOB_TITLES[job]}", 1, 6, "PA-DC-H2", target=quality, low=True)
    if not rolled.is_success:
        r.state = with_thing(state, worker.but(repairs=(*worker.repairs, job)))
        r.note(RepairFailed(rule="PA-DC-H2", ship=name, job=JOB_TITLES[job]))
        return
    r.state = with_thing(state, _repair_job(state, worker, job).but(repairs=(*worker.repairs, job + DONE)))
    r.note(Repaired(rule=rule, ship=name, job=JOB_TITLES[job]))


def _repair_job(state: State, worker: Worker, job: str) -> Worker:
    """Return a worker with one job done. Rules: PA-5.9-1, PA-5.9-2, PA-5.9-3."""
    if job == FIRE:
        return worker.but(fires=worker.fires - 1)
    assert isinstance(worker, Ship)
    if job == FLOOD:
        return worker.but(floods=worker.floods - 1)
    if job == STEERING:
        return worker.but(steering="", helm="")
    found = lost_room(state, worker)
    assert found is not None
    section, level, units = found
    whole = worker.struck & ~box_bit(section, level)
    restored = max(0, worker.props_lost - units)
    return worker.but(struck=whole, props_lost=restored)


# ---------------------------------------------------------------------- all parties at once


def offer_all(state: State, side: str) -> Iterator[Offer]:
    """Yield all idle parties to their usual jobs. Rule: PA-DC-H1."""
    if any(idle_parties(state, worker) > 0 and jobs_for(state, worker) for worker in workers(state, side)):
        yield Offer("choose", "Assign all parties", "PA-DC-H1", "", (ChooseForMe(side),), usual=True)


def check_all(state: State, command: ChooseForMe) -> tuple[Illegal, ...]:
    """Return why no party can be sent out. Rule: PA-DC-H1."""
    if not any(True for _ in offer_all(state, command.side)):
        return (Illegal("every party has worked or has nothing to do", "PA-DC-H1"),)
    return ()


def do_all(r: Ruling, command: ChooseForMe) -> None:
    """Give every idle party the job that is needed most. Rolls one D6 for each. Rules: PA-DC-H1, PA-DC-H2."""
    for name in [name_of(worker) for worker in workers(r.state, command.side)]:
        while True:
            worker = thing_of(r.state, name)
            if not isinstance(worker, Ship | Fort | Target) or idle_parties(r.state, worker) <= 0:
                break
            job = usual_job(r.state, worker)
            if not job:
                break
            do_repair_job(r, name, job)


ALL_PARTIES = Verb(ChooseForMe, "Assign all parties", "PA-DC-H1", offer_all, check_all, do_all)
