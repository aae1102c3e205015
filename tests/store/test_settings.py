from gaprace.ports import Store


async def test_settings_are_kept_by_name_and_an_empty_text_is_forgotten(store: Store, other: Store) -> None:
    await store.save_settings({"site_name": "Club", "announcement": "Tonight"})
    await store.save_settings({"site_name": "Klub \u05d0", "announcement": "", "contact": ""})
    assert await other.settings() == {"site_name": "Klub \u05d0"}
