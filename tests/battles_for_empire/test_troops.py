"""The unit types of the land game: counts, drill, arms and impetus as in the lists, and what a scenario may change."""

from __future__ import annotations

import pytest

from rules.battles_for_empire.roster import CHANGEABLE, UnitType, load_roster, unit_card


def types() -> dict[str, UnitType]:
    return load_roster().types


def keys(**wanted: object) -> set[str]:
    """Return the types whose card has these values."""
    return {key for key, card in types().items() if all(getattr(card, name) == wanted[name] for name in wanted)}


@pytest.mark.rule("BFE-PCS-H1")
def test_there_are_fifty_types_of_unit() -> None:
    assert len(types()) == 50
    assert len({card.title for card in types().values()}) == 50
    assert all(card.source and card.note for card in types().values())


@pytest.mark.rule("BFE-PUB-4")
def test_guns_and_machine_guns_are_one_stand_and_everything_else_four() -> None:
    ones = keys(arm="gun") | keys(arm="mg")
    assert keys(stands=1) == ones == keys(forms=("stand",))
    assert keys(stands=4) == set(types()) - ones


@pytest.mark.rule("BFE-CHG-5", "BFE-CHG-6", "BFE-CHG-9")
def test_imperial_and_colonial_camelry_is_all_that_may_not_charge() -> None:
    assert keys(may_charge=False) == {"cam_br", "cam_eg"} == {key for key in keys(arm="camel") if types()[key].imperial}
    assert types()["dv_cam"].may_charge


@pytest.mark.rule("BFE-ELG-8", "BFE-ELG-9")
def test_pathans_and_boers_fire_two_ranks() -> None:
    assert keys(two_ranks=True) == {"pa_trb", "bo_81", "bo_99"}


@pytest.mark.rule("BFE-MF-21", "BFE-MF-22")
def test_natives_in_skirmish_order_do_not_move_but_pathans_do() -> None:
    skirmishers = {key for key in keys(family="native") if "skirmish" in types()[key].forms}
    assert keys(skirmish_moves=False) == skirmishers - {"pa_trb"}


@pytest.mark.rule("BFE-14.1-12", "BFE-14.1-13", "BFE-RAP-H3")
def test_natives_boers_guns_and_machine_guns_have_no_rapid_fire() -> None:
    rapid = keys(rapid=True)
    assert rapid.isdisjoint(keys(family="native") | keys(family="boer") | keys(arm="gun") | keys(arm="mg"))
    drilled_foot = {key for key in keys(arm="foot") if types()[key].imperial} - {"bashi", "nnc"}
    assert drilled_foot <= rapid
    assert all(types()[key].weapon for key in rapid)


@pytest.mark.rule("BFE-PUB-28")
def test_the_natal_native_contingent_has_mixed_arms() -> None:
    assert keys(mixed=True) == {"nnc"}


@pytest.mark.rule("BFE-PUB-15", "BFE-MEL-H3")
def test_boers_and_imperial_camelry_have_no_impetus_and_some_spearmen_have() -> None:
    assert {key for key in keys(impetus=True) if types()[key].arm == "foot"} == {
        "dv_bej",
        "zu_ibu",
        "zu_elt",
        "pa_ghz",
    }
    mounted = {key for key, card in types().items() if "mounted" in card.forms}
    assert mounted - keys(impetus=True) == {"bo_mtd", "cam_br", "cam_eg"}


@pytest.mark.rule("BFE-ELG-5")
def test_all_imperial_and_boer_mounted_units_can_dismount_and_then_have_a_firearm() -> None:
    for key, card in types().items():
        if "mounted" not in card.forms or card.family == "native":
            continue
        assert card.can_dismount, key
        on_foot = unit_card(card.on_foot) if card.on_foot else card
        assert on_foot.weapon, key
        assert any(form != "mounted" for form in on_foot.forms), key


@pytest.mark.rule("BFE-MF-9")
def test_drilled_are_all_but_natives() -> None:
    assert {key for key, card in types().items() if not card.is_drilled} == keys(family="native")


def test_boers_form_skirmish_order_only_and_spearmen_have_no_weapon_to_fire() -> None:
    assert {card.forms for key, card in types().items() if card.family == "boer" and card.arm == "foot"} == {
        ("skirmish",)
    }
    for key in ("dv_spr", "dv_bej", "zu_ibu", "zu_elt", "pa_ghz", "bx_spr"):
        assert types()[key].weapon == ""


@pytest.mark.rule("BFE-PCS-H1")
def test_a_scenario_may_change_a_card_within_bounds() -> None:
    assert unit_card("gun_fld", {"limbered": 5}).limbered == 5
    assert set(CHANGEABLE) == {"rate", "melee", "limbered"}
    with pytest.raises(ValueError, match="rate must be one of 1, 2, 3; found 4"):
        unit_card("br_line", {"rate": 4})
    with pytest.raises(ValueError, match="No card value is called 'stands'"):
        unit_card("br_line", {"stands": 6})
    with pytest.raises(KeyError, match="Did you mean 'br_line'"):
        unit_card("br_lin")
