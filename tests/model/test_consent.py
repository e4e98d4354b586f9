from dataclasses import replace

import pytest

from webnavigator.model.consent import (
    Box,
    Button,
    answer_to,
    answered_how,
    greeting,
    refused_by,
    refuses,
    speaks_of_consent,
)


def box(text: str, *labels: str, named: str = "", frame: bool = False, href: str = "", in_front: bool = False) -> Box:
    buttons = tuple(Button(f"/button[{at}]", label, "button", href) for at, label in enumerate(labels, 1))
    return Box("/div[1]", text, named, frame, buttons, in_front)


@pytest.mark.parametrize(
    ("text", "agree", "refuse"),
    [
        ("We value your privacy. Our partners use cookies.", "Accept all", "Reject all"),
        ("Wir und unsere Partner verwenden Cookies.", "Alle akzeptieren", "Nur notwendige"),
        ("Nous utilisons des traceurs à des fins de publicité.", "Tout accepter", "Continuer sans accepter"),
        ("Usamos cookies propias y de terceros.", "Aceptar", "Rechazar"),
        ("Utilizziamo i cookie.", "Accetta", "Solo necessari"),
        ("Używamy plików cookie.", "Zgadzam się", "Odrzuć wszystkie"),
        ("Мы используем файлы куки.", "Принять", "Только необходимые"),
        ("本网站使用Cookie，请阅读隐私政策。", "接受全部", "仅接受必要的Cookie"),
        ("当サイトではクッキーを使用しています。", "同意する", "必要なもののみ"),
        ("이 사이트는 쿠키를 사용합니다.", "모두 동의", "거부"),
        ("نستخدم ملفات cookie", "قبول", "رفض"),
    ],
)
def test_a_wall_is_refused_in_many_languages(text: str, agree: str, refuse: str) -> None:
    answer = answer_to(box(text, agree, refuse))
    assert answer is not None
    assert answer.refuse is not None
    assert answer.refuse.label == refuse
    assert not refuses(agree)


@pytest.mark.parametrize(
    "dialog",
    [
        box("Delete this order? It cannot be undone.", "OK", "Cancel"),
        box("Cookies baked today! Fresh from the oven.", "OK"),
        box("Privacy policy updated.", "OK"),
        box("Share this recipe for cookies", "Close", "Save"),
        box("We use cookies " * 600, "Accept"),
        box("Our shop uses cookies to know you. More in the imprint.", "Imprint"),
    ],
)
def test_a_real_dialog_is_no_wall(dialog: Box) -> None:
    assert answer_to(dialog) is None


def test_nothing_is_agreed_to_where_nothing_refuses() -> None:
    for wall in (
        box("This site uses cookies.", "OK"),
        box("This site uses cookies.", "Accept", "Reject", href="https://a.test/refused"),
        box("", named="iframe sp_message_iframe consent", frame=True),
    ):
        answer = answer_to(wall)
        assert answer is not None
        assert answer.refuse is None


def test_a_frame_that_says_nothing_of_consent_stays() -> None:
    assert answer_to(box("", named="iframe chat-widget", frame=True)) is None


def test_a_wall_that_is_asked_for_is_known_by_its_control() -> None:
    assert speaks_of_consent("Cookie-Einstellungen")
    assert not speaks_of_consent("Settings")


@pytest.mark.parametrize(
    "label", ["Skip", "Skip tour", "Maybe later", "Not now", "No, thanks!", "Später", "Plus tard", "Ahora no", "跳过",
              "以后再说", "稍后提醒我", "あとで", "나중에", "Не сейчас"]
)  # fmt: skip
def test_what_greets_is_put_off(label: str) -> None:
    answer = greeting(box("Join the community", "Sign up", label, in_front=True))
    assert answer is not None
    assert answer.refuse is not None
    assert answer.refuse.label == label


@pytest.mark.parametrize(
    "other",
    [
        box("Join the community", "Sign up", "Skip"),
        box("New order", "Create", "Cancel", "Close", in_front=True),
        box("Delete it later?", "Delete later", in_front=True),
        box("Step 2", "Skip", href="https://a.test/step/3", in_front=True),
    ],
)
def test_what_is_no_greeting_is_left_alone(other: Box) -> None:
    assert greeting(other) is None


def test_a_form_may_speak_of_tracking() -> None:
    said = "New endpoint. Usage tracking: requests are logged for analysis."
    form = box(said, "Close", "Create")
    assert answer_to(form) is not None
    assert answer_to(replace(form, fields=True)) is None
    assert answer_to(replace(form, text=f"{said} We use cookies.", fields=True)) is not None


@pytest.mark.parametrize("label", ["Only necessary", "Say “no”", "仅必要", "two\nlines", None])
def test_the_audit_trail_says_what_refused(label: str | None) -> None:
    assert refused_by(answered_how(label)) == label
