/**
 * The cues beyond English: few, of which each hardly ever misleads. Negation and questions are told by their punctuation
 * alone there.
 */

/** Something to look for in a text. */
export interface ForeignCue {
  readonly test: (text: string) => boolean;
  /** Of an expression that matches wherever it is found in a text of ASCII alone. */
  readonly source: string;
}

interface Wordings {
  /** Whole words that are, or may be, spelled without accents. */
  readonly plain: readonly string[];
  /** Whole words that are not. */
  readonly accented?: readonly string[];
  /** Of scripts that do not separate words. */
  readonly unspaced: string;
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/**
 * Most texts are ASCII alone. In those, the plain wordings between ASCII letters are all that can be found, and are looked for
 * in a third of the time.
 */
function cue({ plain, accented = [], unspaced }: Wordings): ForeignCue {
  const source = `\\b(?:${plain.join("|")})(?![a-z])`;
  const ascii = new RegExp(source, "i");
  let whole: RegExp | undefined;
  return {
    source,
    test: (text) => {
      if (!BEYOND_ASCII.test(text)) return ascii.test(text);
      whole ??= new RegExp(`(?<!\\p{L})(?:${[...plain, ...accented].join("|")})(?!\\p{L})|${unspaced}`, "iu");
      return whole.test(text);
    },
  };
}

/** What goes wrong "always" is no wish. */
export const FOREIGN_TROUBLE: ForeignCue = cue({
  plain: [
    "fehler\\w*",
    "fehlgeschlagen",
    "kaputt",
    "falla[ns]?",
    "fallan",
    "error(?:es)?",
    "erreurs?",
    "plante",
  ],
  accented: ["schlägt", "échoue\\w*"],
  unspaced: "失败|报错|失敗|エラー|落ち",
});

export const FOREIGN_RULE: ForeignCue = cue({
  plain: [
    "(?:bitte )?(?:immer|niemals)(?= )",
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
    "utilise[zr]? .{1,60} (?:au lieu d[eu]|plutôt que|et non|et pas|pas)",
  ],
  accented: ["(?:bitte )?grundsätzlich(?= )", "je préfère", "désormais", "dorénavant"],
  unspaced:
    "总是|始终|一律|永远不要|不要(?:再)?(?:使?用|写|提交)|别再?用|请务必|优先使用|以后都|常に|必ず|絶対に|今後は|使わないで|しないでください|してはいけ|を優先",
});

export const FOREIGN_DECISION: ForeignCue = cue({
  plain: [
    "entschieden",
    "beschlossen",
    "wir (?:nehmen|bleiben bei|bleiben|setzen auf|wechseln)(?= .{1,80}(?:weil|da|statt|damit|denn))",
    "(?:hemos |he )?decidi(?:mos|do)",
    "(?:nos quedamos con|optamos por|elegimos|vamos con)",
    "(?:nous avons|on a|j'ai) (?:décidé|choisi|opté)",
    "(?:on|nous) (?:part|partons|prend|prenons|garde|gardons|passe|passons) (?:sur|à|avec)?",
  ],
  unspaced:
    "决定|改用|我们采用|就用.{1,20}吧|に決め(?:た|ました)|ことにし(?:た|ました)|を採用し|に切り替え(?:た|ます|ました)",
});

export const FOREIGN_LATER: ForeignCue = cue({
  plain: [
    "erinner\\w* mich",
    "vor dem (?:nächsten )?(?:release|deploy\\w*|livegang)",
    "antes del? (?:release|despliegue|lanzamiento)",
    "rappelle-moi",
    "(?:on|il faut|faudra) .{0,60}plus tard",
    "avant la (?:release|mise en prod\\w*|sortie)",
    "la (?:prochaine fois|semaine prochaine)",
  ],
  accented: [
    "(?:müssen|sollten|machen|erledigen) (?:wir )?.{0,40}später",
    "nächstes mal",
    "recuérdame",
    "(?:lo (?:hacemos|vemos|arreglamos)|hay que .{1,60}) (?:más tarde|después)",
    "la próxima (?:vez|semana)",
  ],
  unspaced: "提醒我|以后再|稍后再|发布之?前|上线之?前|下次|リマインド|後で(?:直|対応|やり)|リリース前に|次回",
});

/** Only where a text begins, which is quickly seen. */
export const FOREIGN_NO: ForeignCue =
  /^\s*(?:nein|falsch|stopp|non|no|así no|pas comme ça)\s*[,.!:–—]|^\s*(?:不对|不是|错了|不,|不，|いや|違う|違います|いいえ)/iu;

export const FOREIGN_FOUND: ForeignCue = cue({
  plain: [
    "stellte? sich heraus",
    "(?:die|der) (?:ursache|grund) (?:ist|war)",
    "resulta que",
    "la causa (?:es|era|fue)",
    "la cause (?:est|était)",
  ],
  accented: ["il s'avère"],
  unspaced: "原来|根本原因|原因是|原因は|判明し|が判明",
});

/** How something came about, told rather than named. */
export const FOREIGN_MECHANISM: ForeignCue = cue({
  plain: [
    "(?:kam|kommt|lag|liegt) (?:daher|daran)",
    "(?:weil|deshalb|daher|noch (?:einmal|immer)|nirgends|nicht mehr)",
    "viene de",
    "es que",
    "ya no",
    "sin [a-z]{2,20}r",
    "(?:vient|venait) de",
    "parce que",
    "du coup",
    "(?:n'|ne ).{1,30}(?:pas|plus|aucune?|jamais)",
  ],
  accented: ["así que", "venía de"],
  unspaced: "因为|所以|导致|ため|ので|せいで",
});
