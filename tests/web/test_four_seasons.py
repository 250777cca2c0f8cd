"""4 Seasons in the browser: a token is chosen first, my role shows only while it is held, and guesses stay mine."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor


def test_a_token_is_chosen_first_and_a_role_is_held(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.prefer(confirm=True)
    anna.sit_down("four-seasons", seed=83)
    anna.wait_for_my_turn()
    page, version = anna.page, anna.version
    main = page.locator(".strip .main")

    # No card begins a token: the Pit is only looked at, and a card that cannot be played says why.
    expect(page.locator('[data-thing^="pit:"], [data-thing^="drop:"], [data-thing^="trick:"]')).to_have_count(0)
    page.locator('[data-thing^="card:"].closed').first.click(force=True)
    expect(page.locator(".thing.picked")).to_have_count(0)

    # A chosen token opens what it is used on, and the main button says so.
    page.locator('[data-thing="token:spring"]').click()
    expect(main).to_have_text("Choose a card of the Pit")
    expect(page.locator('[data-thing^="pit:"].open').first).to_be_visible()
    page.locator('[data-thing="token:autumn"]').click()
    expect(main).to_have_text("Choose a card to discard")
    expect(page.locator('[data-thing^="pit:"]')).to_have_count(0)
    page.locator('[data-thing^="drop:"].open').first.click()
    expect(main).to_contain_text("to the Pit")
    assert anna.version == version, "nothing is played before it is confirmed"

    # My role: only while it is held, by pointer or by key.
    role = page.locator("[data-look=role]")
    role.hover()
    page.mouse.down()
    expect(role).to_contain_text("most of Autumn")
    page.mouse.up()
    expect(role).not_to_contain_text("Autumn")
    role.focus()
    page.keyboard.down("Enter")
    expect(role).to_contain_text("most of Autumn")
    page.keyboard.up("Enter")
    expect(role).not_to_contain_text("Autumn")

    # A guess: once maybe, twice surely not, three times nothing.
    chip = page.locator("[aria-expanded]").first
    chip.click()
    spring = page.get_by_role("dialog").get_by_role("button", name="Spring")
    for said in ("Spring: maybe", "Spring: surely not", "Spring", "Spring: maybe"):
        spring.click()
        expect(spring).to_have_accessible_name(said)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(chip).to_be_focused()
    expect(chip).to_contain_text("Spring")
