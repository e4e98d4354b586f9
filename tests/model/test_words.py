import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.acting_words import (
    ACTING,
    BASKET,
    CANCEL,
    CLOSES_DIALOG,
    DECIDE,
    DELETE,
    FILES,
    LOGOUT,
    PAY,
    RESET,
    RUN,
    SAVE,
    SEND,
    SOCIAL,
    STATE,
)
from webnavigator.model.words import (
    fold,
    reason_against,
    says_filter,
    says_logout,
    says_no_more_than,
    words_in_name,
    words_of,
)

# language: log out, delete, cancel an order, buy, send, save; then what only reads
LANGUAGES = {
    "en": ("Log out|Delete item|Cancel order|Buy now|Send message|Save changes", "Cancel|Edit|New order|Order history"),
    "zh-Hans": ("退出登录|删除商品|取消订单|立即购买|发送消息|保存修改", "取消|编辑|新建订单|订单历史|已删除|支付方式"),
    "zh-Hant": ("登出|刪除商品|取消訂單|立即購買|發送訊息|儲存變更", "取消|編輯|新增訂單|訂單紀錄|已刪除|付款方式"),
    "ja": ("ログアウト|商品を削除|注文をキャンセル|購入する|メッセージを送信|変更を保存",
           "キャンセル|編集|新規作成|注文履歴|支払い方法"),
    "ko": ("로그아웃|상품 삭제|주문 취소|지금 구매|메시지 보내기|변경 저장", "취소|편집|새 주문|주문 내역|결제 수단"),
    "de": ("Abmelden|Artikel löschen|Bestellung stornieren|Jetzt kaufen|Nachricht senden|Änderungen speichern",
           "Abbrechen|Bearbeiten|Neue Bestellung|Bestellverlauf"),
    "fr": ("Se déconnecter|Supprimer l’article|Annuler la commande|Acheter|Envoyer le message|Enregistrer",
           "Annuler|Modifier|Nouvelle commande|Historique"),
    "es": ("Cerrar sesión|Eliminar artículo|Cancelar pedido|Comprar ahora|Enviar mensaje|Guardar cambios",
           "Cancelar|Editar|Nuevo pedido|Historial"),
    "pt": ("Terminar sessão|Excluir item|Cancelar pedido|Comprar agora|Enviar mensagem|Salvar alterações",
           "Cancelar|Editar|Novo pedido|Histórico"),
    "it": ("Disconnetti|Elimina articolo|Annulla ordine|Acquista ora|Invia messaggio|Salva modifiche",
           "Annulla|Modifica|Nuovo ordine|Cronologia"),
    "ru": ("Выйти|Удалить товар|Отменить заказ|Купить сейчас|Отправить сообщение|Сохранить изменения",
           "Отмена|Изменить|Новый заказ|История заказов"),
    "nl": ("Uitloggen|Artikel verwijderen|Bestelling annuleren|Nu kopen|Bericht verzenden|Wijzigingen opslaan",
           "Annuleren|Bewerken|Nieuwe bestelling|Geschiedenis"),
    "pl": ("Wyloguj się|Usuń produkt|Anuluj zamówienie|Kup teraz|Wyślij wiadomość|Zapisz zmiany",
           "Anuluj|Edytuj|Nowe zamówienie|Historia"),
    "tr": ("Çıkış yap|Hesabı sil|Siparişi iptal et|Satın al|Mesaj gönder|Değişiklikleri kaydet",
           "İptal|Düzenle|Yeni sipariş|Geçmiş"),
    "ar": ("تسجيل الخروج|حذف المنتج|إلغاء الطلب|شراء الآن|إرسال الرسالة|حفظ التغييرات", "إلغاء|تعديل|طلب جديد"),
    "hi": ("लॉग आउट|आइटम हटाएं|ऑर्डर रद्द करें|अभी खरीदें|संदेश भेजें|बदलाव सहेजें", "रद्द करें|संपादित करें|नया ऑर्डर"),
    "sv": ("Logga ut|Ta bort|Avbryt prenumeration|Betala|Skicka meddelande|Spara ändringar", "Avbryt|Redigera"),
    "cs": ("Odhlásit se|Odstranit položku|Zrušit objednávku|Koupit|Odeslat zprávu|Uložit změny", "Zrušit|Upravit"),
    "uk": ("Вийти|Видалити товар|Скасувати замовлення|Купити|Надіслати|Зберегти зміни", "Скасувати|Редагувати"),
    "vi": ("Đăng xuất|Xóa sản phẩm|Hủy đơn hàng|Mua ngay|Gửi|Lưu", "Hủy|Sửa"),
    "th": ("ออกจากระบบ|ลบรายการ|ยกเลิกคำสั่งซื้อ|ซื้อเลย|ส่งข้อความ|บันทึก", "ยกเลิก|แก้ไข"),
}  # fmt: skip
REASONS = (LOGOUT, DELETE, CANCEL, PAY, SEND, SAVE)


@pytest.mark.parametrize(
    ("language", "label"),
    [(language, label) for language, (acts, _) in LANGUAGES.items() for label in acts.split("|")],
)
def test_acting_labels_in_many_languages(language, label):
    assert reason_against(label), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_is_the_right_one(language):
    labels = LANGUAGES[language][0].split("|")
    right = [reason_against(label) == reason for label, reason in zip(labels, REASONS, strict=True)]
    assert right[0], "logging out is told from all else"
    assert sum(right) >= 5


@pytest.mark.parametrize(
    ("language", "label"),
    [(language, label) for language, (_, reads) in LANGUAGES.items() for label in reads.split("|")],
)
def test_reading_labels_in_many_languages(language, label):
    assert reason_against(label) == "", language


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("Log out of all devices", LOGOUT),
        ("Sign out Amanda", LOGOUT),
        ("Delete", DELETE),
        ("delete_outline", DELETE),
        ("DELETE ACCOUNT", DELETE),
        ("Permanently remove", DELETE),
        ("Empty trash", DELETE),
        ("Cancel subscription", CANCEL),
        ("Stornieren", CANCEL),
        ("退订", CANCEL),
        ("Pay now", PAY),
        ("Place order", PAY),
        ("Add to basket", BASKET),
        ("加入购物车", BASKET),
        ("Submit", SEND),
        ("Publish", SEND),
        ("Post comment", SEND),
        ("Approve", DECIDE),
        ("Refund order", DECIDE),
        ("Confirm", DECIDE),
        ("Update", SAVE),
        ("Reset password", RESET),
        ("Follow", SOCIAL),
        ("Upvote", SOCIAL),
        ("Like", SOCIAL),
        ("关注", SOCIAL),
        ("Archive", STATE),
        ("Mark as read", STATE),
        ("Export CSV", FILES),
        ("下载", FILES),
        ("Run job", RUN),
        ("Restart", RUN),
        ("Deploy to production", RUN),
    ],
)
def test_acting_labels(label, reason):
    assert reason_against(label) == reason


@pytest.mark.parametrize(
    "label",
    [
        "Add product", "Edit", "New issue", "Create product", "Filter", "Assign to channel", "More actions", "Orders",
        "Recently deleted", "Deleted users", "Reports", "Saved filters", "Remove filter", "Clear filters", "Reset zoom",
        "Cancel", "Close", "OK", "Back", "Next", "Settings", "Payments", "Paid", "Likes", "Order history", "Details",
        "ImportError", "A post about how to save money and buy what lasts for many years", "", "×", "…",
        "订单", "设置", "取消选择", "移除筛选", "未支付", "发布时间", "选择", "保存的搜索", "如何删除",
        "注文一覧", "주문 목록", "Accept all cookies",
        "Add", "Reply", "Invite members", "Checkout", "View basket", "Star Wars", "Tom", "Log in to see",
        "Fulfill order",
        "这里是一段很长的说明文字介绍如何在系统里面删除一个订单以及其他内容",
    ],
)  # fmt: skip
def test_labels_that_only_read_or_open(label):
    assert reason_against(label) == ""


def test_folding_unifies_scripts_and_accents():
    assert fold("LÖSCHEN") == "loschen"
    assert fold("Ｄｅｌｅｔｅ") == "delete"
    assert fold("ÇIKIŞ") == fold("çikis")
    assert words_of("Sign-out  now!") == ["sign", "out", "now"]
    assert words_in_name("fa-trashAlt HTMLSave") == ["fa", "trash", "alt", "html", "save"]


def test_whole_labels():
    assert says_no_more_than("Delete", DELETE)
    assert says_no_more_than("删除", DELETE)
    assert says_no_more_than("ログアウト", LOGOUT)
    assert not says_no_more_than("Delete users", DELETE)
    assert not says_no_more_than("Delete", PAY)
    assert not says_no_more_than("", DELETE)


def test_names_of_logging_out():
    assert says_logout("btn-logout")
    assert says_logout("signOutButton")
    assert not says_logout("blog-outline")
    assert not says_logout("")


def test_filters():
    assert says_filter("Apply")
    assert says_filter("查询")
    assert not says_filter("Apply now")


def test_every_phrase_is_found_in_its_language():
    for reason, languages in ACTING.items():
        for language, phrases in languages.items():
            for phrase in phrases.split("|"):
                label = phrase.lstrip("=^")
                alone = reason == CANCEL and "".join(words_of(label)) in {"".join(words_of(c)) for c in CLOSES_DIALOG}
                assert alone or reason_against(label), (language, label)


@given(st.text(max_size=60))
def test_any_text_has_an_answer(text):
    assert reason_against(text) in {"", *ACTING}
    assert fold(fold(text)) == fold(text)


@given(
    st.sampled_from(["Delete", "Log out", "删除", "Удалить", "ログアウト", "삭제"]),
    st.sampled_from([" ", "\n", "  ✓ ", "!", "…"]),
)
def test_signs_and_spaces_do_not_hide_a_word(word, sign):
    assert reason_against(f"{sign}{word}{sign}") == reason_against(word) != ""
