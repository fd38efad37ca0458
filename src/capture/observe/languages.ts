/**
 * The cues beyond English: few, of which each hardly ever misleads. Negation and questions are told by their punctuation
 * alone there.
 */

/** Whole words of any script that separates them. */
const words = (...alternatives: string[]): string => `(?<!\\p{L})(?:${alternatives.join("|")})(?!\\p{L})`;
const any = (...parts: string[]): RegExp => new RegExp(parts.join("|"), "iu");

/** What goes wrong "always" is no wish. */
export const FOREIGN_TROUBLE: RegExp = any(
  words(
    "fehler\\w*",
    "fehlgeschlagen",
    "schlägt",
    "kaputt",
    "falla[ns]?",
    "fallan",
    "error(?:es)?",
    "échoue\\w*",
    "erreurs?",
    "plante",
  ),
  "失败|报错|失敗|エラー|落ち",
);

export const FOREIGN_RULE: RegExp = any(
  words(
    "(?:bitte )?(?:immer|niemals|grundsätzlich)(?= )",
    "ab (?:jetzt|sofort)",
    "bevorzug\\w*",
    "(?:benutz|verwend|nimm|nutz|nehm)(?:en?|t)?(?: bitte)? .{1,60} (?:statt|anstatt|anstelle|und nicht|nicht)",
    "keine .{1,40} mehr",
    "siempre",
    "nunca",
    "prefiero",
    "preferimos",
    "a partir de ahora",
    "(?:usa|usad|usemos) .{1,60} (?:en (?:lugar|vez) de|y no|no)",
    "no uses",
    "toujours",
    "(?:ne .{1,30} )?jamais",
    "je préfère",
    "désormais",
    "dorénavant",
    "utilise[zr]? .{1,60} (?:au lieu d[eu]|plutôt que|et non|et pas|pas)",
  ),
  "总是|始终|一律|永远不要|不要(?:再)?(?:使?用|写|提交)|别再?用|请务必|优先使用|以后都",
  "常に|必ず|絶対に|今後は|使わないで|しないでください|してはいけ|を優先",
);

export const FOREIGN_DECISION: RegExp = any(
  words(
    "(?:haben (?:uns|wir) .{0,60})?(?:entschieden|beschlossen)",
    "wir (?:nehmen|bleiben bei|bleiben|setzen auf|wechseln)(?= .{1,80}(?:weil|da|statt|damit|denn))",
    "(?:hemos |he )?decidi(?:mos|do)",
    "(?:nos quedamos con|optamos por|elegimos|vamos con)",
    "(?:nous avons|on a|j'ai) (?:décidé|choisi|opté)",
    "(?:on|nous) (?:part|partons|prend|prenons|garde|gardons|passe|passons) (?:sur|à|avec)?",
  ),
  "决定|改用|我们采用|就用.{1,20}吧",
  "に決め(?:た|ました)|ことにし(?:た|ました)|を採用し|に切り替え(?:た|ます|ました)",
);

export const FOREIGN_LATER: RegExp = any(
  words(
    "erinner\\w* mich",
    "(?:müssen|sollten|machen|erledigen) (?:wir )?.{0,40}später",
    "vor dem (?:nächsten )?(?:release|deploy\\w*|livegang)",
    "nächstes mal",
    "recuérdame",
    "(?:lo (?:hacemos|vemos|arreglamos)|hay que .{1,60}) (?:más tarde|después)",
    "antes del? (?:release|despliegue|lanzamiento)",
    "la próxima (?:vez|semana)",
    "rappelle-moi",
    "(?:on|il faut|faudra) .{0,60}plus tard",
    "avant la (?:release|mise en prod\\w*|sortie)",
    "la (?:prochaine fois|semaine prochaine)",
  ),
  "提醒我|以后再|稍后再|发布之?前|上线之?前|下次",
  "リマインド|後で(?:直|対応|やり)|リリース前に|次回",
);

export const FOREIGN_NO: RegExp = any(
  "^\\s*(?:nein|falsch|stopp|non|no|así no|pas comme ça)\\s*[,.!:–—]",
  "^\\s*(?:不对|不是|错了|不,|不，|いや|違う|違います|いいえ)",
);

export const FOREIGN_FOUND: RegExp = any(
  words(
    "stellte? sich heraus",
    "(?:die|der) (?:ursache|grund) (?:ist|war)",
    "resulta que",
    "la causa (?:es|era|fue)",
    "il s'avère",
    "la cause (?:est|était)",
  ),
  "原来|根本原因|原因是|原因は|判明し|が判明",
);

/** How something came about, told rather than named. */
export const FOREIGN_MECHANISM: RegExp = any(
  words(
    "(?:kam|kommt|lag|liegt) (?:daher|daran)",
    "(?:weil|deshalb|daher|noch (?:einmal|immer)|nirgends|nicht mehr)",
    "(?:viene|venía) de",
    "es que",
    "así que",
    "ya no",
    "sin (?:\\p{L}+r)",
    "(?:vient|venait) de",
    "parce que",
    "du coup",
    "(?:n'|ne ).{1,30}(?:pas|plus|aucune?|jamais)",
  ),
  "因为|所以|导致|ため|ので|せいで",
);
