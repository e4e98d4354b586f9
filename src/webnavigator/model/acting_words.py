"""The words by which controls say that they change something: data for `webnavigator.model.words`.

A phrase counts wherever it stands in a label, as whole words (in Chinese, Japanese, Korean and Thai: as a
substring). ``=phrase`` counts only when the label says nothing else, ``^phrase`` only at its beginning.
"""

LOGOUT = "would log out"
DELETE = "would delete something"
CANCEL = "would cancel something"
PAY = "would buy or pay"
BASKET = "would change the basket or a list"
SEND = "would send or publish something"
DECIDE = "would decide on something"
SAVE = "would save a change"
RESET = "would reset something"
SOCIAL = "would follow, vote, subscribe or react"
STATE = "would change the state of something"
FILES = "would upload, import, export or download"
RUN = "would run something"

ACTING: dict[str, dict[str, str]] = {
    LOGOUT: {
        "en": "log out|logout|sign out|signout|log off|logoff|sign off|exit to app|power settings new|=end session",
        "zh": "退出登录|退出登入|登出|注销|註銷|退出账号|退出帐号|退出帳號|退出账户|退出系统|退出系統|=退出|安全退出",
        "ja": "ログアウト|サインアウト|ログオフ",
        "ko": "로그아웃|로그 아웃|사인아웃",
        "de": "abmelden|ausloggen|abmeldung|=logout",
        "fr": "deconnexion|se deconnecter|deconnectez vous|deconnecter|me deconnecter",
        "es": "cerrar sesion|cerrar la sesion|desconectarse|=salir|cierre de sesion|finalizar sesion",
        "pt": "terminar sessao|encerrar sessao|=sair|sair da conta|desconectar|fazer logout",
        "it": "disconnetti|disconnettiti|=esci|esci dall account|scollegati|scollega",
        "ru": "выйти|=выход|завершить сеанс|разлогиниться",
        "nl": "uitloggen|afmelden|log uit|meld af",
        "pl": "wyloguj|wyloguj sie|wylogowanie",
        "tr": "cikis yap|oturumu kapat|=cikis|guvenli cikis",
        "ar": "تسجيل الخروج|تسجيل خروج|=خروج|=الخروج",
        "hi": "लॉग आउट|लॉगआउट|साइन आउट",
        "sv": "logga ut",
        "da": "log ud|logg ut",
        "fi": "kirjaudu ulos",
        "cs": "odhlasit|odhlasit se|odhlaseni",
        "uk": "вийти|=вихід",
        "vi": "dang xuat|đang xuat",
        "id": "=keluar|log keluar",
        "th": "ออกจากระบบ",
        "el": "αποσυνδεση",
        "he": "התנתק|התנתקות|יציאה",
        "hu": "kijelentkezes|kilepes",
        "ro": "deconectare|deconecteaza",
    },
    DELETE: {
        "en": "delete|remove|erase|destroy|purge|wipe|revoke|unlink|=trash|=bin|^trash|^discard"
        "|^empty trash|^empty bin|^empty cart|^empty basket|^clear cart|^clear basket|^clear history"
        "|^clear all data|^drop|uninstall|=del|move to trash|move to bin|delete forever|^dispose"
        "|^terminate",
        "zh": "删除|刪除|移除|清空|销毁|銷毀|抹掉|抹除|撤销授权|卸载|解除安裝|永久删除|=删|=刪|移到回收站|移至垃圾桶",
        "ja": "削除|消去|取り除く|ゴミ箱に|ごみ箱に|空にする|アンインストール|破棄",
        "ko": "삭제|제거|지우기|비우기|휴지통으로|폐기",
        "de": "loschen|loesche|entfernen|loschung|verwerfen|leeren|widerrufen|vernichten",
        "fr": "supprimer|effacer|retirer|enlever|vider|detruire|revoquer|supprimez",
        "es": "eliminar|borrar|quitar|suprimir|vaciar|destruir|revocar",
        "pt": "excluir|apagar|remover|eliminar|deletar|esvaziar|revogar",
        "it": "elimina|eliminare|cancella|cancellare|rimuovi|rimuovere|svuota|revoca",
        "ru": "удалить|удаление|стереть|убрать|очистить корзину|уничтожить|отозвать",
        "nl": "verwijderen|verwijder|wissen|wis|leegmaken|intrekken",
        "pl": "usun|usunac|skasuj|kasuj|wyczysc|oproznij|odwolaj",
        "tr": "sil|hesabi sil|siparisi sil|kaydi sil|ogeyi sil|secilenleri sil|kaldir|temizle|bosalt|yok et",
        "ar": "حذف|احذف|إزالة|ازالة|مسح|إلغاء التثبيت",
        "hi": "हटाएं|हटाएँ|मिटाएं|मिटाएँ|डिलीट|डिलीट करें|निकालें",
        "sv": "ta bort|radera",
        "da": "slet|fjern|fjerne|slette",
        "fi": "poista|tyhjenna",
        "cs": "smazat|odstranit|vymazat|vyprazdnit",
        "uk": "видалити|вилучити|очистити кошик",
        "vi": "xoa|xoa bo|go bo",
        "id": "hapus|buang|hapuskan",
        "th": "ลบ",
        "el": "διαγραφη|αφαιρεση",
        "he": "מחק|מחיקה|הסר|הסרה",
        "hu": "torles|eltavolitas",
        "ro": "sterge|elimina",
    },
    CANCEL: {
        "en": "cancel|unenroll|^withdraw|^void|close account|deactivate account|close my account|cancelar",
        "zh": "取消|撤回|撤销|撤銷|退订|退訂|注销账号|销户|解约|解約|作废|作廢",
        "ja": "キャンセル|取り消し|取り消す|取消|解約|退会|中止",
        "ko": "취소|해지|탈퇴|철회",
        "de": "abbrechen|stornieren|storno|kundigen|kundigung|widerrufen",
        "fr": "annuler|resilier|annulez",
        "es": "cancelar|anular|darse de baja|dar de baja",
        "pt": "cancelar|anular",
        "it": "annulla|annullare|disdici|recedi",
        "ru": "отменить|отмена|аннулировать",
        "nl": "annuleren|annuleer|opzeggen",
        "pl": "anuluj|anulowac|wypowiedz",
        "tr": "iptal|iptal et|vazgec",
        "ar": "إلغاء|الغاء",
        "hi": "रद्द|रद्द करें|कैंसल",
        "sv": "avbryt|avboka|avsluta",
        "da": "annuller|annullere|avbryt",
        "fi": "peruuta",
        "cs": "zrusit|stornovat",
        "uk": "скасувати|відмінити",
        "vi": "huy|huy bo",
        "id": "batalkan|=batal",
        "th": "ยกเลิก",
    },
    PAY: {
        "en": "pay|pay now|buy|buy now|purchase|place order|place your order|place my order|submit order"
        "|order now|complete order|complete purchase|complete booking|confirm order|confirm purchase"
        "|confirm booking|confirm payment|confirm and pay|donate|place bid|bid now|make payment"
        "|=checkout now|book now|reserve now|rent now|=upgrade now|start trial|start free trial|redeem"
        "|transfer funds|transfer money|top up",
        "zh": "支付|付款|购买|購買|立即购买|下单|下單|提交订单|送出訂單|结账|結帳|结算|結算|充值|打赏|捐款"
        "|捐赠|捐贈|转账|轉帳|提现|抢购|搶購|预订|預訂|订购|訂購|续费|續費|兑换|出价|竞拍|确认订单"
        "|確認訂單|立即开通",
        "ja": "購入|支払う|支払い|お支払い|注文を確定|注文する|注文確定|決済|予約を確定|予約する|寄付|入札"
        "|課金|振込|今すぐ買う",
        "ko": "결제|구매|주문하기|주문 완료|지불|예약하기|기부|입찰|송금|충전",
        "de": "bezahlen|kaufen|zahlungspflichtig bestellen|jetzt bestellen|bestellen|bestellung aufgeben"
        "|bestellung abschicken|buchen|spenden|uberweisen|zahlen|bieten|reservieren",
        "fr": "payer|acheter|passer la commande|passer commande|commander|valider la commande"
        "|confirmer la commande|reserver|faire un don|encherir|regler",
        "es": "pagar|comprar|realizar pedido|hacer pedido|confirmar pedido|confirmar compra|donar|reservar"
        "|pujar|finalizar compra",
        "pt": "pagar|comprar|finalizar compra|finalizar pedido|confirmar compra|fazer pedido|encomendar|doar|reservar",
        "it": "paga|pagare|acquista|acquistare|compra|comprare|effettua ordine|conferma ordine|ordina ora|prenota|dona",
        "ru": "оплатить|купить|заказать|оформить заказ|подтвердить заказ|оформить|пожертвовать"
        "|забронировать|перевести деньги",
        "nl": "betalen|betaal|kopen|koop|bestellen|bestelling plaatsen|afrekenen|boeken|doneren|reserveren",
        "pl": "zaplac|kup|kup teraz|kupuje|zamow|zloz zamowienie|zamawiam|potwierdz zamowienie|zarezerwuj|wplac",
        "tr": "satin al|ode|odeme yap|siparis ver|siparisi onayla|siparisi tamamla|rezervasyon yap|bagis yap",
        "ar": "ادفع|الدفع|دفع|شراء|اشتر|اشتري|تأكيد الطلب|إتمام الطلب|اطلب الآن|تبرع|احجز",
        "hi": "भुगतान|भुगतान करें|खरीदें|खरीदे|ऑर्डर करें|दान करें|बुक करें",
        "sv": "betala|kop|bestall|slutfor kop|boka",
        "da": "betal|kob|bestil|gennemfor ordre|betale",
        "fi": "maksa|osta|tilaa",
        "cs": "zaplatit|koupit|objednat|odeslat objednavku|rezervovat",
        "uk": "сплатити|купити|замовити|оформити замовлення|забронювати",
        "vi": "thanh toan|mua ngay|mua|dat hang",
        "id": "bayar|beli|pesan sekarang|checkout sekarang",
        "th": "ชำระเงิน|ซื้อ|สั่งซื้อ",
    },
    BASKET: {
        "en": "add to cart|add to basket|add to bag|add to trolley|add to wishlist|add to wish list"
        "|add to favorites|add to favourites|add to compare|update cart|update basket|move to wishlist"
        "|add cart|cart plus",
        "zh": "加入购物车|加入購物車|添加到购物车|放入购物车|加购|加入心愿单|加入收藏|更新购物车|加入清单",
        "ja": "カートに入れる|カートに追加|買い物かごに|かごに入れる|お気に入りに追加|ほしい物リストに追加",
        "ko": "장바구니에 담기|장바구니 담기|장바구니에 추가|위시리스트에 추가|찜하기",
        "de": "in den warenkorb|in den einkaufswagen|auf die merkliste|auf den wunschzettel|auf die wunschliste",
        "fr": "ajouter au panier|mettre au panier|ajouter aux favoris|ajouter a la liste",
        "es": "anadir al carrito|agregar al carrito|anadir a la cesta|anadir a favoritos|agregar a favoritos",
        "pt": "adicionar ao carrinho|adicionar ao cesto|adicionar aos favoritos|por no carrinho",
        "it": "aggiungi al carrello|aggiungi ai preferiti|metti nel carrello",
        "ru": "в корзину|добавить в корзину|в избранное|добавить в избранное",
        "nl": "in winkelwagen|in winkelmandje|toevoegen aan winkelwagen|aan verlanglijst toevoegen",
        "pl": "do koszyka|dodaj do koszyka|dodaj do ulubionych",
        "tr": "sepete ekle|favorilere ekle",
        "ar": "أضف إلى السلة|أضف إلى سلة التسوق|إضافة إلى السلة|أضف للسلة|أضف إلى المفضلة",
        "hi": "कार्ट में जोड़ें|कार्ट में डालें|कार्ट में जोड़े",
        "sv": "lagg i varukorgen|lagg i kundvagnen",
        "cs": "do kosiku|pridat do kosiku",
        "vi": "them vao gio hang|them vao gio",
        "id": "tambah ke keranjang|masukkan keranjang",
    },
    SEND: {
        "en": "send|resend|submit|publish|unpublish|^post|=post it|^tweet|=reply all|^forward|=notify"
        "|^broadcast|^release|paper plane|^request quote|^apply now|^register now|=register|=sign up"
        "|=create account|=log in|=login|=sign in|^email this|^invite now",
        "zh": "发送|發送|寄出|送出|提交|发布|發布|發佈|发表|發表|=发帖|群发|转发|轉發|=回复|=回覆|=登录"
        "|=登入|=注册|=註冊|取消发布|重新发送|上架|下架|推送|投稿|=评论",
        "ja": "送信|投稿する|公開する|=公開|=投稿|非公開にする|=ログイン|=登録|登録する|提出|応募する"
        "|申し込む|返信する|転送する",
        "ko": "보내기|전송|제출|게시|발행|등록하기|=등록|=로그인|=회원가입|신청하기|재전송",
        "de": "senden|absenden|abschicken|einreichen|veroffentlichen|versenden|=anmelden|=registrieren"
        "|=einloggen|posten",
        "fr": "envoyer|soumettre|publier|depublier|=connexion|=se connecter|=s inscrire|poster|transmettre|valider",
        "es": "enviar|publicar|=iniciar sesion|=registrarse|remitir|reenviar|mandar",
        "pt": "enviar|publicar|submeter|=entrar|=cadastrar|=registar|reenviar",
        "it": "invia|inviare|pubblica|pubblicare|inoltra|=accedi|=registrati|spedisci",
        "ru": "отправить|опубликовать|разместить|=войти|=зарегистрироваться|послать|переслать",
        "nl": "verzenden|versturen|verstuur|indienen|publiceren|=inloggen|=registreren|plaatsen",
        "pl": "wyslij|opublikuj|przeslij|=zaloguj|=zaloguj sie|=zarejestruj sie|zloz wniosek",
        "tr": "gonder|yayinla|paylas|=giris yap|=kayit ol|=uye ol",
        "ar": "إرسال|ارسال|أرسل|نشر|انشر|تقديم|=تسجيل الدخول|=تسجيل",
        "hi": "भेजें|भेजे|जमा करें|सबमिट|प्रकाशित करें|पोस्ट करें|=लॉग इन|=साइन अप",
        "sv": "skicka|publicera|=logga in|=registrera",
        "da": "send|indsend|offentliggor|publicer",
        "fi": "laheta|julkaise",
        "cs": "odeslat|publikovat|zverejnit|=prihlasit se",
        "uk": "надіслати|відправити|опублікувати|=увійти",
        "vi": "gui|đang bai|xuat ban",
        "id": "kirim|terbitkan|publikasikan",
        "th": "ส่ง|เผยแพร่",
    },
    DECIDE: {
        "en": "approve|disapprove|reject|^decline|^deny|refund|chargeback|^confirm|=yes|^accept invitation"
        "|^accept request|^accept offer|^accept order|=agree|^i agree|^merge|=grant|^grant access"
        "|^capture payment|^settle|^escalate|^acknowledge|^verify|=ban|^ban|^suspend|^impersonate",
        "zh": "批准|审批|審批|审核通过|通过审核|驳回|駁回|拒绝|拒絕|退款|退货|退貨|确认|確認|=同意|=是"
        "|接受邀请|接受邀請|合并请求|封禁|停权|=通过|核准",
        "ja": "承認|却下|拒否|返金|確定する|=確定|確認する|=はい|同意する|受け入れる|マージする",
        "ko": "승인|거절|거부|반려|환불|=확인|=예|동의합니다|수락",
        "de": "genehmigen|ablehnen|freigeben|erstatten|ruckerstatten|erstattung|bestatigen|=ja|zustimmen|annehmen",
        "fr": "approuver|refuser|rejeter|rembourser|confirmer|=oui|accepter l invitation|remboursement",
        "es": "aprobar|rechazar|reembolsar|reembolso|confirmar|=si|aceptar invitacion|denegar",
        "pt": "aprovar|rejeitar|recusar|reembolsar|reembolso|confirmar|=sim|estornar",
        "it": "approva|approvare|rifiuta|rifiutare|rimborsa|rimborsare|conferma|confermare|=si|rimborso",
        "ru": "одобрить|утвердить|отклонить|вернуть деньги|возврат средств|подтвердить|=да|согласовать",
        "nl": "goedkeuren|afwijzen|weigeren|terugbetalen|bevestigen|bevestig|=ja",
        "pl": "zatwierdz|odrzuc|zwroc|zwrot pieniedzy|potwierdz|=tak|zaakceptuj zaproszenie",
        "tr": "onayla|reddet|iade et|geri ode|=evet|para iadesi",
        "ar": "موافقة|الموافقة|رفض|استرداد|تأكيد|=نعم|قبول الدعوة",
        "hi": "स्वीकृत करें|अस्वीकार करें|स्वीकार करें|धनवापसी|पुष्टि करें|=हाँ|=हां|रिफंड",
        "sv": "godkann|avvisa|aterbetala|bekrafta",
        "da": "godkend|afvis|refunder|bekraeft",
        "fi": "hyvaksy|hylkaa|palauta maksu|vahvista",
        "cs": "schvalit|zamitnout|vratit penize|potvrdit",
        "uk": "схвалити|відхилити|повернути кошти|підтвердити",
        "vi": "phe duyet|tu choi|hoan tien|xac nhan",
        "id": "setujui|tolak|kembalikan dana|konfirmasi",
        "th": "อนุมัติ|ปฏิเสธ|คืนเงิน|ยืนยัน",
    },
    SAVE: {
        "en": "save|^update|^apply changes|=store|^overwrite|=floppy disk|=duplicate|^duplicate",
        "zh": "保存|储存|儲存|存檔|存档|=更新|确认修改|立即更新|另存为",
        "ja": "保存|更新する|=更新|変更を適用|上書き",
        "ko": "저장|=업데이트|업데이트하기|변경 적용|=수정 완료",
        "de": "speichern|sichern|aktualisieren|ubernehmen",
        "fr": "enregistrer|sauvegarder|mettre a jour",
        "es": "guardar|actualizar|grabar",
        "pt": "salvar|guardar|gravar|atualizar",
        "it": "salva|salvare|aggiorna",
        "ru": "сохранить|обновить|записать",
        "nl": "opslaan|bewaren|bijwerken",
        "pl": "zapisz|zaktualizuj|aktualizuj",
        "tr": "kaydet|guncelle",
        "ar": "حفظ|احفظ|تحديث",
        "hi": "सहेजें|सेव|सेव करें|अपडेट करें",
        "sv": "spara|uppdatera",
        "da": "gem|opdater|lagre",
        "fi": "tallenna|paivita",
        "cs": "ulozit|aktualizovat",
        "uk": "зберегти|оновити",
        "vi": "luu|cap nhat",
        "id": "simpan|perbarui",
        "th": "บันทึก",
    },
    RESET: {
        "en": "reset|restore defaults|restore default settings|regenerate|factory reset|roll key|^rotate key|^restore",
        "zh": "重置|重設|重设|恢复默认|恢復預設|还原|還原|恢复出厂|重新生成",
        "ja": "リセット|初期化|元に戻す|復元|再生成",
        "ko": "초기화|재설정|리셋|복원|재생성",
        "de": "zurucksetzen|wiederherstellen|neu generieren",
        "fr": "reinitialiser|restaurer|regenerer|retablir",
        "es": "restablecer|reiniciar|restaurar|regenerar",
        "pt": "redefinir|reiniciar|restaurar|repor",
        "it": "ripristina|reimposta|rigenera|azzera",
        "ru": "сбросить|восстановить|перегенерировать",
        "nl": "resetten|herstellen|terugzetten",
        "pl": "resetuj|zresetuj|przywroc",
        "tr": "sifirla|geri yukle|yeniden olustur",
        "ar": "إعادة تعيين|إعادة ضبط|استعادة",
        "hi": "रीसेट|रीसेट करें|पुनर्स्थापित",
        "sv": "aterstall|nollstall",
        "cs": "resetovat|obnovit vychozi",
        "uk": "скинути|відновити",
        "vi": "đat lai|khoi phuc",
        "id": "atur ulang|pulihkan",
    },
    SOCIAL: {
        "en": "subscribe|unsubscribe|^follow|unfollow|upvote|downvote|^vote|=like|^like this|^like it"
        "|unlike|dislike|=star|unstar|=watch|^watch this|unwatch|=join|^join now|^join group|^join team"
        "|^leave group|^leave team|^leave project|=leave|=report|^report abuse|^report spam|^report this"
        "|=flag|^flag as|^flag this|=block|^block user|unblock|=mute|unmute|^rate this|=favorite"
        "|=favourite|=bookmark|=pin|=unpin|=react|thumbs up|thumbs down|=heart|=repost|=retweet|=boost"
        "|add friend|=connect|=endorse",
        "zh": "订阅|訂閱|取消订阅|=关注|=關注|+关注|取消关注|取消關注|点赞|點讚|=赞|=讚|=踩|投票|举报|舉報"
        "|=收藏|拉黑|加入群组|退出群组|加好友|=顶|签到|簽到",
        "ja": "登録解除|購読する|購読解除|=購読|フォローする|=フォロー|フォロー解除|いいね|投票する|=投票"
        "|通報|高評価|低評価|ブロックする|参加する|チャンネル登録|退出する",
        "ko": "구독|팔로우|언팔로우|좋아요|싫어요|투표하기|=투표|신고|차단|추천하기|=찜|참여하기",
        "de": "abonnieren|abbestellen|folgen|entfolgen|gefallt mir|abstimmen|melden|beitreten|austreten|blockieren",
        "fr": "s abonner|se desabonner|abonnez vous|suivre|ne plus suivre|j aime|voter|signaler|rejoindre|bloquer",
        "es": "suscribirse|suscribirme|cancelar suscripcion|seguir|dejar de seguir|me gusta|votar"
        "|denunciar|unirse|bloquear",
        "pt": "inscrever se|subscrever|assinar|cancelar inscricao|seguir|deixar de seguir|curtir|gosto"
        "|votar|denunciar|bloquear",
        "it": "iscriviti|abbonati|disiscriviti|segui|smetti di seguire|mi piace|vota|segnala|unisciti|blocca",
        "ru": "подписаться|отписаться|нравится|голосовать|проголосовать|пожаловаться|вступить|заблокировать|следить",
        "nl": "abonneren|uitschrijven|volgen|ontvolgen|vind ik leuk|stemmen|rapporteren|lid worden|blokkeren",
        "pl": "subskrybuj|anuluj subskrypcje|obserwuj|przestan obserwowac|lubie to|glosuj|zglos|dolacz|zablokuj",
        "tr": "abone ol|abonelikten cik|takip et|takibi birak|begen|oy ver|sikayet et|bildir|katil|engelle",
        "ar": "اشتراك|اشترك|إلغاء الاشتراك|متابعة|تابع|إعجاب|أعجبني|تصويت|إبلاغ|حظر|انضم",
        "hi": "सदस्यता लें|सब्सक्राइब|अनसब्सक्राइब|फॉलो|फ़ॉलो|पसंद करें|वोट दें|वोट|रिपोर्ट करें|ब्लॉक करें|शामिल हों",
        "sv": "prenumerera|folj|gilla|rosta|anmal|blockera",
        "cs": "odebirat|sledovat|to se mi libi|hlasovat|nahlasit|blokovat",
        "uk": "підписатися|відписатися|подобається|голосувати|поскаржитися",
        "vi": "đang ky|theo doi|binh chon|bao cao",
        "id": "berlangganan|=ikuti|berhenti mengikuti|laporkan",
    },
    STATE: {
        "en": "=archive|unarchive|^archive|^close issue|^close ticket|^close pull request|^close case"
        "|^close order|^close poll|^close thread|^reopen|=lock|^lock|^unlock|^mark as|^mark all|^activate"
        "|deactivate|^enable|^disable|^turn on|^turn off|^dismiss all|^snooze|=claim|=complete|=resolve"
        "|^resolve|^mark complete|=check in|=check out|^move up|^move down|^make default|^set as default"
        "|^unassign|^mark|^complete|^ship order|^transition to",
        "zh": "归档|歸檔|封存|关闭工单|关闭问题|重新打开|锁定|鎖定|解锁|解鎖|标记为|標記為|标为已读"
        "|全部已读|启用|啟用|停用|禁用|激活|冻结|凍結|解冻|设为默认|設為預設|=完成|置顶|=置顶|上移|下移",
        "ja": "アーカイブ|再開する|ロックする|ロック解除|既読にする|有効にする|無効にする|有効化|無効化"
        "|停止する|=完了|完了にする|クローズする",
        "ko": "보관처리|보관하기|잠금 해제|=잠금|읽음으로 표시|활성화|비활성화|=완료|완료 처리|닫기 처리|다시 열기",
        "de": "archivieren|wieder offnen|sperren|entsperren|als gelesen markieren|aktivieren|deaktivieren"
        "|abschliessen|markieren als",
        "fr": "archiver|rouvrir|verrouiller|deverrouiller|marquer comme|activer|desactiver|cloturer|terminer",
        "es": "archivar|reabrir|bloquear|desbloquear|marcar como|activar|desactivar|habilitar|deshabilitar",
        "pt": "arquivar|reabrir|bloquear|desbloquear|marcar como|ativar|desativar|habilitar|desabilitar",
        "it": "archivia|riapri|blocca|sblocca|segna come|attiva|disattiva|abilita|disabilita",
        "ru": "архивировать|в архив|переоткрыть|заблокировать|разблокировать|отметить как|включить"
        "|отключить|активировать|деактивировать",
        "nl": "archiveren|heropenen|vergrendelen|ontgrendelen|markeren als|activeren|deactiveren"
        "|inschakelen|uitschakelen",
        "pl": "zarchiwizuj|archiwizuj|otworz ponownie|odblokuj|oznacz jako|aktywuj|dezaktywuj|wlacz|wylacz",
        "tr": "arsivle|yeniden ac|kilitle|kilidi ac|okundu olarak isaretle|etkinlestir|devre disi birak",
        "ar": "أرشفة|إعادة فتح|قفل|إلغاء القفل|وضع علامة|تفعيل|تعطيل",
        "hi": "संग्रहित करें|संग्रह करें|लॉक करें|सक्रिय करें|निष्क्रिय करें|चालू करें|बंद कर दें",
        "sv": "arkivera|aktivera|inaktivera|markera som",
        "cs": "archivovat|aktivovat|deaktivovat|oznacit jako",
        "uk": "архівувати|увімкнути|вимкнути|позначити як",
        "vi": "luu tru|kich hoat|vo hieu hoa",
        "id": "arsipkan|aktifkan|nonaktifkan|tandai sebagai",
    },
    FILES: {
        "en": "upload|^import|=import|^export|=export|download|^choose file|^browse files|^attach|^save as",
        "zh": "上传|上傳|导入|導入|匯入|导出|導出|匯出|下载|下載|选择文件|選擇檔案|=附件",
        "ja": "アップロード|インポート|エクスポート|ダウンロード|取り込む|書き出す|ファイルを選択|ファイルを添付",
        "ko": "업로드|가져오기|내보내기|다운로드|파일 선택|파일 첨부",
        "de": "hochladen|importieren|exportieren|herunterladen|datei auswahlen",
        "fr": "televerser|importer|exporter|telecharger|choisir un fichier|joindre un fichier",
        "es": "subir archivo|=subir|importar|exportar|descargar|cargar archivo|elegir archivo",
        "pt": "carregar ficheiro|enviar arquivo|importar|exportar|baixar|descarregar|transferir ficheiro",
        "it": "carica file|=carica|importa|esporta|scarica|scegli file",
        "ru": "загрузить|импорт|импортировать|экспорт|экспортировать|скачать|выбрать файл|прикрепить файл",
        "nl": "uploaden|importeren|exporteren|downloaden|bestand kiezen",
        "pl": "przeslij plik|importuj|eksportuj|pobierz|wybierz plik",
        "tr": "yukle|ice aktar|disa aktar|indir|dosya sec",
        "ar": "رفع|تحميل|استيراد|تصدير|تنزيل|اختر ملف",
        "hi": "अपलोड|अपलोड करें|आयात|निर्यात|डाउनलोड|डाउनलोड करें",
        "sv": "ladda upp|ladda ner|importera|exportera",
        "cs": "nahrat|stahnout|importovat|exportovat",
        "uk": "завантажити|імпортувати|експортувати",
        "vi": "tai len|tai xuong|nhap du lieu|xuat du lieu",
        "id": "unggah|unduh|impor|ekspor",
        "th": "อัปโหลด|ดาวน์โหลด",
    },
    RUN: {
        "en": "^run|=run|execute|^deploy|redeploy|^restart|^reboot|shut down|shutdown|power off|^stop"
        "|^start server|^start service|^start job|^rebuild|^reindex|^clear cache|^flush|^retry|^rerun"
        "|^re run|^trigger|^sync now|^install|^roll back|^rollback|^revert|^back up|^backup now|^migrate"
        "|^publish now|^kill|^launch|^generate|^recalculate",
        "zh": "运行|執行|执行|部署|重启|重啟|关机|停止|启动服务|重新构建|重建索引|清除缓存|清理缓存|重试"
        "|立即同步|安装|安裝|回滚|备份|備份",
        "ja": "実行|デプロイ|再起動|シャットダウン|停止|再構築|再試行|同期する|インストール|ロールバック"
        "|キャッシュをクリア|バックアップする",
        "ko": "실행|배포|재시작|재부팅|종료하기|중지|재시도|설치|롤백|캐시 삭제|동기화하기",
        "de": "ausfuhren|bereitstellen|neu starten|neustart|herunterfahren|stoppen|anhalten|installieren"
        "|cache leeren|zuruckrollen",
        "fr": "executer|deployer|redemarrer|arreter|installer|lancer|reessayer|vider le cache",
        "es": "ejecutar|desplegar|reiniciar|apagar|detener|instalar|reintentar|borrar cache",
        "pt": "executar|implantar|reiniciar|desligar|parar|instalar|tentar novamente|limpar cache",
        "it": "esegui|distribuisci|riavvia|spegni|arresta|installa|riprova|svuota cache",
        "ru": "выполнить|запустить|развернуть приложение|перезапустить|перезагрузить|остановить|установить"
        "|повторить|очистить кэш",
        "nl": "uitvoeren|herstarten|afsluiten server|stoppen|installeren|opnieuw proberen|cache legen",
        "pl": "uruchom|wykonaj|wdroz|zrestartuj|uruchom ponownie|zatrzymaj|zainstaluj|ponow",
        "tr": "calistir|dagit|yeniden baslat|durdur|=kapat ve cik|yukleyin|tekrar dene",
        "ar": "تشغيل|تنفيذ|نشر التطبيق|إعادة التشغيل|إيقاف|تثبيت|إعادة المحاولة",
        "hi": "चलाएं|चलाएँ|निष्पादित करें|पुनः आरंभ|रोकें|इंस्टॉल|तैनात करें",
        "sv": "starta om|installera|stoppa",
        "cs": "spustit|nasadit|restartovat|zastavit|nainstalovat",
        "uk": "запустити|перезапустити|зупинити|встановити",
        "vi": "chay|trien khai|khoi đong lai",
        "id": "jalankan|mulai ulang|hentikan|pasang",
    },
}
"""For each reason, by language, the phrases; lower case, without accents on Latin letters."""

CLOSES_DIALOG = (
    "cancel|取消|キャンセル|취소|abbrechen|annuler|cancelar|anular|annulla|отмена|отменить|annuleren"
    "|annuleer|anuluj|iptal|vazgec"
    "|إلغاء|الغاء|रद्द|रद्द करें|avbryt|annuller|annullere|peruuta|zrusit|скасувати|huy|huy bo|batal"
    "|ยกเลิก".split("|")
)
"""Said alone, these close a dialog and change nothing."""

FILTERS = (
    "apply|filter|search|go|show|find|refresh|ok|view|display|query|应用|查询|查詢|搜索|搜尋|筛选|篩選"
    "|套用|検索|絞り込む|適用|표시|검색|적용"
    "|조회|anwenden|suchen|filtern|anzeigen|appliquer|rechercher|filtrer|afficher|aplicar|buscar|filtrar"
    "|mostrar|applica|cerca|filtra"
    "|применить|найти|поиск|показать|toepassen|zoeken|zastosuj|szukaj|filtruj|uygula|ara|filtrele|تطبيق"
    "|بحث|तलाश|खोजें|लागू करें".split("|")
)
"""Said alone, these show a list anew and change nothing."""

HARMLESS = frozenset(
    "filter filters filtering search sort sorting selection selected column columns zoom view layout map "
    "facet facets query cookie cookies optional essential necessary criteria tooltip highlight "
    "auswahl suche suchfilter spalte spalten filtre filtres recherche tri selection filtro filtros busqueda "
    "busca seleccion selecao filtri ricerca selezione фильтр фильтры поиск выбор filtry filtra wyszukiwanie "
    "filtreler filtreyi arama selectie zoekopdracht zoeken بحث تصفية الفلتر फ़िल्टर फिल्टर खोज".split()
)
"""Words that make removing, resetting or cancelling harmless: it is the reader's own view that changes."""

HARMLESS_SPACELESS = (
    "筛选|篩選|过滤|過濾|搜索|搜尋|选择|選擇|选中|全选|全選|条件|絞り込み|フィルタ|検索|選択|필터|검색|선택"
).split("|")
"""The same in scripts without spaces between words."""
