"""Words of walls that ask for consent to cookies, and of what puts off a greeting: parts of patterns, see `consent`.

They are matched with what was folded (`webnavigator.model.words.fold`), and are folded themselves.
"""

import re

from webnavigator.model.words import fold


def _any_of(*lines: str) -> re.Pattern[str]:
    """One pattern of what stands in the lines, with `` | `` between."""
    return re.compile("|".join(fold(part) for line in lines for part in line.split(" | ")))


COOKIES = _any_of(
    r"cookie | kakor\b | informasjonskaps | ev[aä]ste | \bs[uü]ti(?:k|ket)?\b | plik\w+ cookie",
    r"ciasteczk | галет | куки | cookies | クッキー | 쿠키 | כפיות | 饼干 | 小型文字档案 | bánh quy",
    r"çerez",
)
"""What a wall is about."""

CONSENT = _any_of(
    r"\bgdpr\b | \bdsgvo\b | \brgpd\b | \bccpa\b | consent | consentement | consentimiento",
    r"consentimento | consenso | einwillig | zustimmung | toestemming | samtyck | samtykke | suostumus",
    r"souhlas | zgod[aęy] | согласи | do not sell | tracking | traceur | rastreo | tracciament",
    r"datenschutz | privacy | vie privee | vie privée | privacidad | privacidade | personvern",
    r"integritet | prywatno | конфиденциальн | プライバシー | 個人情報 | 隐私 | 隱私 | 个人信息",
    r"개인정보 | الخصوصية | פרטיות | gizlilik",
)
"""What else a wall may call it: consent, privacy, tracking."""

PARTNERS = _any_of(
    r"partner | advert | werb | publicit | pubblicit | anuncio | reklam | реклам | 広告 | 广告 | 廣告",
    r"광고 | analy | statisti | personali[sz]",
)
"""Whom and what it is for."""

USED = _any_of(
    r"\b(?:we|our|this (?:web)?site|uses?|using)\b | \bwir\b | verwende | nutz | diese (?:web)?seite",
    r"einsatz | \bnous\b | utilis | \busamos\b | utiliza | utilizz | \busiamo\b | gebruik | u[zż]ywa | korzysta",
    r"anv[aä]nder | bruger | bruker | k[aä]yt | pou[zž][ií]v | haszn | folos | χρησιμοποι | kullan",
    r"использ | використ | 使用 | 使い | 利用 | 用いて | 採用 | 사용 | 이용 | نستخدم | משתמש | sử dụng",
    r"menggunakan | ใช้ | उपयोग",
)
"""Says that somebody uses something."""

NAMED = _any_of(
    r"cookie | consent | gdpr | ccpa | \bcmp\b | onetrust | usercentrics | didomi | trustarc | truste",
    r"quantcast | sourcepoint | privacy-mgmt | iubenda | klaro | osano | borlabs | cookiebot | cybot",
    r"axeptio | complianz | tarteaucitron | fundingchoices",
)
"""Ids, classes and addresses of walls, those of well-known makers too."""

REFUSES = _any_of(
    r"^(?:i )?(?:reject|decline|refuse|deny|disagree|opt out|no,? thanks)\b",
    r"^(?:i )?do(?: not|n't) (?:accept|agree|consent|sell)\b",
    r"\b(?:reject|decline|refuse|deny) (?:all|cookies|optional|non)",
    r"without (?:accepting|consent|agreeing|cookies)",
    r"(?:only|just) (?:the )?(?:strictly )?(?:necessary|essential|required|technical)",
    r"(?:necessary|essential|required|technical)(?: cookies)? only",
    r"(?:allow|accept|use|keep) (?:strictly )?(?:necessary|essential) | ablehn | verweiger | widersprech",
    r"nicht (?:zustimmen|akzeptieren|einverstanden)",
    r"\bohne (?:zustimmung|einwilligung|cookies|zu akzeptieren)",
    r"(?:nur|lediglich|ausschließlich) (?:\w+ )?(?:notwendig|erforderlich|essen[tz]iell|technisch|funktional)",
    r"refuse[rz] | je refuse | sans accepter | rejeter",
    r"uniquement (?:les )?(?:necessaires|nécessaires|essentiels)",
    r"(?:les )?cookies (?:necessaires|nécessaires|essentiels) uniquement | rechaz | denegar | no acept",
    r"s[oó]lo (?:las? )?(?:necesari|esencial|t[eé]cnic) | sin aceptar | rejeit | recus | n[aã]o aceit",
    r"(?:apenas|somente|s[oó]) (?:os )?(?:necess|essenc) | rifiut | nega\b | non accett",
    r"solo (?:i )?(?:necessar|essenzial|tecnic) | senza accettare | weiger | afwijz | niet akkoord",
    r"alleen (?:de )?(?:noodzakelijk|functione|essenti) | odrzu[cć] | odmawiam | nie zgadzam",
    r"tylko niezb[eę]dne | odm[ií]tn | zam[ií]tn | pouze (?:nezbytn|nutn) | avvisa | neka\b",
    r"(?:endast|bara) n[oö]dv[aä]ndiga | afvis | kun n[oø]dvendige | avvis | hylk[aä]",
    r"vain v[aä]ltt[aä]m | elutas[ií]t | csak a sz[uü]ks[eé]ges | respinge | refuz[aă]",
    r"doar cele necesare | απ[οό]ρριψη | μ[οό]νο (?:τα )?απαρα[ιί]τητα | reddet | yaln[iı]zca gerekli",
    r"sadece (?:gerekli|zorunlu) | отклон | отказ | не соглас | только (?:необходим|обязательн) | відхил",
    r"відмов | лише необхідн | 拒否 | 同意しない | 許可しない | 承諾しない | 必要なもの(?:のみ|だけ)",
    r"必須(?:クッキー|cookie)?(?:のみ|だけ) | 拒绝 | 拒絕 | 不同意 | 不接受",
    r"仅(?:限|接受|使用|允许)?必[要需] | 僅(?:限|接受|使用|允許)?必[要需]",
    r"只(?:接受|允许|允許|使用)必[要需] | 거부 | 거절 | 동의하지 않 | 필수(?:적인)? ?(?:쿠키)?만 | رفض",
    r"الضرورية فقط | דחה | סירוב | từ chối | chỉ (?:cookie )?cần thiết | tolak | ปฏิเสธ | अस्वीकार",
)
"""Labels that say no, or yes to no more than what cannot be done without."""

AGREES = _any_of(
    r"accept | agree | allow | \bconsent\b | got it | understood | i understand",
    r"^(?:ok|okay|oki|alright|continue|close|dismiss|×|✕|x)$ | fine with | akzept | zustimm",
    r"einverstanden | verstanden | erlaub | zulassen | annehmen | alles klar | schlie[ßs]+en | j'accepte",
    r"d'accord | autoriser | compris | fermer | acept | acuerdo | entendido | permitir | cerrar | aceit",
    r"concord | entendi | accett | acconsent | ho capito | akkoord | toestaan | begrepen | akcept",
    r"zgadzam | rozumiem | przyjmuj | godk[aä]nn | samtyck | tillat | till[aå]t | forst[aå] | hyv[aä]ksy",
    r"p[rř]ijm | souhlas | rozum[ií]m | elfogad | accepta | sunt de acord | αποδοχ | συμφων | kabul",
    r"anlad[iı]m | принят | принима | соглас | понятно | хорошо | прийня | 同意 | 承諾 | 許可 | 受け入れ",
    r"了解 | 閉じる | 接受 | 允许 | 允許 | 知道了 | 明白 | 确定 | 確定 | 关闭 | 동의 | 수락 | 허용",
    r"확인 | قبول | موافق | אישור | הבנתי | đồng ý | chấp nhận | setuju | terima | ยอมรับ | स्वीकार",
)
"""Labels that agree, or only close."""

PUTS_OFF = _any_of(
    r"skip(?: (?:for now|it|this|tour|the tour|intro|introduction|onboarding|setup|tutorial))? | not now",
    r"(?:maybe |remind me |ask me )?later | no,? thank(?:s| you)",
    r"(?:do not|don[’']t) show (?:this |it )?(?:again|any ?more) | jetzt nicht | nicht jetzt",
    r"(?:vielleicht )?sp[aä]ter | [uü]berspringen | nein,? danke | nicht mehr (?:an)?zeigen | passer | plus tard",
    r"pas maintenant | non,? merci | ne plus afficher | omitir | saltar | ahora no | m[aá]s tarde",
    r"(?:quiz[aá]s?|tal vez) m[aá]s tarde | no,? gracias | no volver a mostrar | pular | agora n[aã]o",
    r"mais tarde | (?:talvez )?depois | n[aã]o,? obrigad[oa] | n[aã]o mostrar (?:novamente|de novo) | salta",
    r"non ora | pi[uù] tardi | (?:forse )?dopo | no,? grazie | non mostrare pi[uù] | overslaan | niet nu",
    r"(?:misschien )?later | nee,? (?:dank je|bedankt) | pomi[nń] | nie teraz | p[oó][zź]niej",
    r"nie,? dzi[eę]kuj[eę] | hoppa [oö]ver | inte nu | senare | nej,? tack | spring over | ikke nu | senere",
    r"nej,? tak | ohita | ei nyt | my[oö]hemmin | ei kiitos | p[rř]esko[cč]it | te[dď] ne | pozd[eě]ji",
    r"ne,? d[eě]kuji | пропустить | не сейчас | (?:напомнить )?позже | нет,? спасибо | больше не показывать",
    r"пропустити | не зараз | пізніше | atla | şimdi değil | (?:daha )?sonra | hayır,? teşekkürler | تخطي",
    r"ليس الآن | لاحقا | لا شكرا | 跳过(?:引导|教程|介绍)? | 跳過 | 略過 | 以后(?:再说)? | 稍后(?:再说|提醒我?)?",
    r"稍後(?:再說)? | 下次(?:再说|再說)? | 暂不(?:需要|开启|更新)? | 暫不 | 现在不 | 不了,?谢谢 | 不用了",
    r"不再(?:提示|显示|提醒) | スキップ(?:する)? | 後で(?:行う|する)? | あとで(?:する)? | 今はしない",
    r"今回はしない | 今後(?:は)?表示しない | 건너뛰기 | 나중에(?: 하기)? | 다음에(?: 하기)? | 다시 보지 않기",
)
"""Labels that put off what was not asked for, and neither agree nor send anything: to be matched whole."""
