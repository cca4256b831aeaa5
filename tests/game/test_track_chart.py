"""The track chart of a report: every counter's way turn by turn, as far as a side has seen it."""

from __future__ import annotations

from game.hud.game_history import view_at
from game.hud.track_chart import tracks_of
from tests.pictures import whole


def test_a_track_ends_where_its_counter_stands_and_has_a_place_for_each_turn() -> None:
    session = whole("quickfire/yellow_sea")
    tracks = tracks_of(session, "")
    last = {piece.name: piece.at for piece in view_at(session, len(session.states) - 1, "").pieces}
    assert len(tracks) >= 9
    turns = session.state.cursor.turn
    for track in tracks:
        assert 2 <= len(track.places) <= turns + 1
        if track.names[0] in last:
            assert track.places[-1] == last[track.names[0]]
    assert any(track.is_lost(frozenset(track.names)) for track in tracks)


def test_a_side_has_no_track_of_what_it_has_not_seen() -> None:
    session = whole("nw_smoke/first_guadalcanal").branch(3)
    seen = tracks_of(session, "USN")
    everything = tracks_of(session, "")
    assert len(seen) < len(everything) and {track.side for track in everything} == {"USN", "IJN"}
