/**
 * Words of other languages than English that say how something is said, not what it is about. Stop words are dropped from
 * documents and queries alike; these only from queries that are written in their language, because some mean something in
 * English or name something (`die`, `mit`, `man`, `sur`).
 */
import { STOP_WORDS } from "./stop-words.ts";
import { type WordList, wordList } from "./word-list.ts";

const GERMAN: WordList = wordList(
  `ab aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist bitte da dabei dadurch damit danach
  dann daran darauf daraus darf das dass dazu dein deine dem den denn der des dessen die dies diese diesem diesen dieser dieses
  doch dort du durch ein eine einem einen einer eines einmal er es etwas euch euer für gegen gibt hab habe haben hat hatte
  hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren immer in ins ist ja jede jedem jeden jeder jedes jetzt kann
  kannst kein keine keinen können könnte mal man mehr mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob oder
  ohne schon sehr sein seine seit sich sie sind so soll sollen sollte sollten sondern sonst über um und uns unser unsere unseren
  unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie wieder wieso will
  wir wird wo wobei woher wohin wollen worden wurde wurden zu zum zur zwischen würde`,
);
const FRENCH: WordList = wordList(
  `ai as au aucun aussi autre aux avant avec avez avoir avons c ce cela celle ces cet cette ceux chaque chez combien comme comment
  d dans de depuis des deux devons doit donc dont du elle elles en encore entre es est et étaient était été être eu faire fait
  faut il ils j je jusqu l la là le les leur leurs lors lorsque lui m ma mais même mes moi moins mon n ne ni nos notre nous on ont
  ou où par parce pas pendant peu peut peuvent plus pour pourquoi pouvez pouvons puis qu quand que quel quelle quelles quels qui
  quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une va vers veut voici
  vos votre vous y`,
);
const SPANISH: WordList = wordList(
  `a al algo como cómo con cual cuál cuando cuándo de del desde donde dónde dos el él ella en entre era es esa ese eso esta está
  están este esto estos fue ha hace hacer han hasta hay la las le lo los más me mi mientras muy nada ni no nos nosotros nuestra
  nuestro o otra otro para pero poco por porque puede pueden qué que quien quién se sea ser si sí sin sobre son su sus también
  tan te tiene tienen todo todos tu un una uno unos usted y ya yo`,
);

/** Of these, words that English texts hold as well: they do not tell the language. */
const ALSO_ENGLISH: WordList = wordList(
  `also comment d die dies des dos en hat l las los m man mit no par plus pour s sans si son sur t ton tu war`,
);

/** Distinct words that tell a language, and their share of all, from which a text counts as written in it. */
const WORDS = 2;
const SHARE = 0.2;
/** English stop words for each other word, above which a text counts as English. */
const ENGLISH = 0.6;

/** Whether a word of a text is such a word of its language: never, for most texts. @param words in lower case */
export function functionWordsOf(words: readonly string[]): (word: string) => boolean {
  const all = new Set(words);
  const distinct = [...all].filter((word) => !STOP_WORDS.has(word));
  // Most prompts are English, and then no list of another language need be searched.
  if (all.size - distinct.length > ENGLISH * distinct.length) return () => false;
  let most = Math.max(WORDS, Math.ceil(SHARE * distinct.length)) - 1;
  let language: WordList | undefined;
  for (const list of [GERMAN, FRENCH, SPANISH]) {
    const telling = distinct.filter((word) => list.has(word) && !ALSO_ENGLISH.has(word)).length;
    if (telling <= most) continue;
    most = telling;
    language = list;
  }
  return (word) => language?.has(word) ?? false;
}
