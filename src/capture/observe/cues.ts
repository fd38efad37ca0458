/**
 * Word classes that a sentence is weighed by: few, broad, each with a meaning. A phrase of two or three words is joined by
 * `_`. Spelling without apostrophes is the reader's business. Words of other languages stand at the end of each class.
 */

const CLASSES: { readonly [name: string]: string } = {
  /* Who. */
  we: "we our ours us we'd we'll we're we've let's wir unser unsere unseren unserem uns nosotros nuestro nuestra nous notre nos",
  you: "you your yours you're you'll you've you'd du dir dein deine sie ihr usted vous votre tu",
  me: "i i'd i'll i'm i've me my mine ich mir mich mein meine yo mi je j'ai mon",
  others:
    "they they're he she someone somebody nobody everyone everybody people anyone team vendor customer customers client clients users user legal finance product ops qa auditors audit security management provider partner partners department marketing sales support kunden kunde finanzen clientes equipo client clients équipe",

  at_hand: "it that this them these those there one das es dies diese eso esto lo la le ça cela y",
  passing:
    "today yesterday again just this_morning last_night last_week right_now shows showed looks looked sounds seeing gets got went became liked heute gestern wieder ayer otra_vez encore hier",

  /* Mood. */
  must: "must mustn't should shouldn't needs need_to needs_to has_to have_to had_to ought supposed_to required requires may_not can't_be darf dürfen muss müssen soll sollen debe hay_que tiene_que doit doivent faut",
  forbids:
    "don't never not no nothing none without avoid stop nobody nowhere neither nie niemals nicht kein keine keinen nunca nada no_longer ne pas jamais aucun rien",
  cannot:
    "can't cannot couldn't unable won't doesn't isn't aren't impossible unsupported refuses rejects fails kann_nicht no_puede peut_pas",
  will: "will i'll we'll won't going_to gonna gets wird werden va_a vamos_a",
  would:
    "would i'd we'd you'd could might if wouldn't wäre würde könnte sería podría serait pourrait pourrions",
  past: "was were had did said wrote told came went got broke bit lost used_to happened turned_out added moved renamed dropped replaced decided agreed chose was_not wasn't weren't didn't war waren hatte wurde era fue estaba était avait",
  passive:
    "is_managed is_owned is_hosted are_kept is_kept are_stored is_stored is_generated are_generated is_read is_written are_made is_set is_called is_used are_used be_done is_done is_shared is_only are_only is_limited is_capped is_billed are_billed is_counted are_counted is_signed is_locked is_frozen are_frozen",

  /* Scope. */
  universal:
    "always every each all any everything anything everywhere anywhere whatever whenever whoever immer alle jede jeder jedes überall siempre todo todos toda todas cada toujours tout tous toutes chaque",
  never: "never ever nobody not_once under_no_circumstances nie niemals nunca jamais",
  only: "only just_the just_one nothing_but exclusively solely nur solo sólo seulement",
  exception: "except unless but_not other_than apart_from besides until außer ausser salvo sauf",
  lasting:
    "from_now_on from_now_onwards in_future going_forward from_here_on henceforth in_general as_a_rule by_default any_more anymore no_longer permanently rule rules convention conventions policy style habit standard house_style each_time every_time next_time ab_jetzt künftig de_ahora à_partir désormais again",
  place_here:
    "here in_this_repo in_this_project in_our in_this_codebase codebase repo repository project hier aquí aqui ici",

  /* Why and whether. */
  because:
    "because since cause otherwise so_that that's_why thats_why due_to reason the_reason or_else therefore hence weil denn damit sonst deshalb porque ya_que así_que parce_que car sinon puisque comme",
  so: "so then thus which_means means so_no so_the dann also entonces así donc alors",
  contrast: "but though although however yet still except while whereas aber jedoch sondern pero sino mais",
  instead:
    "instead rather instead_of rather_than over vs versus not_the not_in not_by statt lieber anstatt en_vez en_lugar plutôt au_lieu",
  compare:
    "better best cleaner cleanest simpler simplest cheaper easier safer faster quicker worth enough more less worse besser einfacher mejor mieux plus_simple",

  /* Choosing. */
  choose:
    "go_with going_with went_with take taking pick choose chose decided decide decision settled settle stick stay staying keep keeping drop dropping use using switch prefer option final it_is it_stays stays agreed opt nehmen nimm bleiben bleibt entschieden weg usamos quedamos decidimos mejor_con on_prend on_garde gardons prenons décidé choisi",
  order:
    "first then second last next start_with before_that that's_the_order parity erst zuerst primero luego d'abord ensuite",
  verdict:
    "makes_sense that_explains convincing fine agreed good_point fair fair_enough deal sold right exactly correct done_deal ok okay stimmt passt genau vale claro bon d'accord ça_marche",
  amounts:
    "at_most at_least max min maximum minimum limit limited cap capped per up_to more_than less_than höchstens mindestens máximo mínimo",

  /* When. */
  later:
    "later eventually someday afterwards follow-up followup follow_up todo backlog roadmap ticket some_day one_day at_some_point not_now not_today not_yet another_day next_week next_month next_sprint next_year next_release next_time später nachher nächste luego después plus_tard la_semaine_prochaine",
  until:
    "before until till once after as_soon_as when by_the by_then bevor bis sobald nachdem wenn antes_de hasta cuando después_de avant jusqu'à dès quand après",
  dates:
    "monday tuesday wednesday thursday friday saturday sunday mondays fridays january february march april june july august september october november december tomorrow tonight q1 q2 q3 q4 sprint quarter weekend montag dienstag mittwoch donnerstag freitag morgen januar februar märz mai juni juli lunes martes miércoles jueves viernes mañana lundi mardi mercredi jeudi vendredi demain juin juillet mars avril",
  remind:
    "remind remember forget don't_forget remember_me note_that note_to reminder erinner erinnere vergessen recuérdame recuerda rappelle rappelle-moi oublie",
  remains:
    "open remaining left left_alone not_done not_yet untouched still_needs still_need still_open still_missing needs_to_be should_be must_be to_be_done unfinished outstanding noticed offen bleibt noch falta pendiente reste",
  for_now:
    "for_now right_now at_the_moment currently today this_time just_now temporarily meanwhile in_the_meantime still already now heute gerade jetzt hoy ahora aujourd'hui maintenant",

  /* How it is. */
  found:
    "turns_out turned_out found root_cause culprit documented undocumented documentation docs actually really in_fact by_design known behaviour behavior quirk stellt_sich heraus resulta il_s'avère",
  is: "is are isn't aren't has have uses use contains holds lives belongs comes_from goes runs takes needs returns expects wants allows reads writes keeps supports means ist sind hat haben es son está están tiene est sont a_besoin",
  owns: "owns own owned managed hosted runs belongs responsible charge charges bills billed pays books maintains maintained paid asks",
  breaks:
    "breaks break broke kills flushes reverts rejects refuses ignores drops truncates strips throws fails crashes collides collide loses lose deletes resets overwrites",
  environment:
    "prod production staging ci dev live test-env sandbox local cluster cloud server vpn pipeline gitlab github jenkins aws azure gcp kubernetes docker proxy gateway",
  stakes:
    "security gdpr privacy licence license contract legal compliance invoice money price prices billing password passwords customer customers audit deadline backup datenschutz",

  /* Talk. */
  progress:
    "let_me i'll i'll_now now_i looking running checking started starting working_on in_progress ich_schaue voy_a je_vais",
  did: "added fixed changed updated removed created moved renamed replaced wrote ran built deployed pushed committed merged installed tested passes passed green works done adapted written hinzugefügt geändert angepasst listo hecho añadido añadida ajouté fait",
  took_up: "noted understood will_do sure got_it verstanden notiert anotado entendido noté compris",
  thanks:
    "thanks thank thx cheers great perfect nice cool awesome excellent love beautiful lovely super danke gracias genial merci parfait",
  jokes: "lol haha hahaha hehe lmao rofl jk kidding xd argh ugh damn wow oh ah ha",
  hedges:
    "maybe perhaps probably possibly i_guess i_think not_sure guess might seems seem apparently presumably suspect wondering wonder vielleicht wahrscheinlich vermutlich quizás creo peut-être",
  idea: "could_also would_be one_could idea thought nice_to_have imagine suppose what_if try let's_try experiment",
  offers: "if_you_like if_you_want shall_i want_me let_me_know happy_to i_can i_could would_you",
  no: "no nope wrong nah nein non falsch stop wait hm hmm actually doch",
  right_is:
    "it's that's thats they're it_is has_to_be should_be is_not isn't not_that was_meant i_meant i_said you_used you_forgot you_missed",
  trouble:
    "error errors fails failing failed crash crashes broken bug slow hangs wrong missing weird strange stuck timeout exception fehler kaputt falla error_de erreur plante",
  work: "add make fix write run show check look open create delete remove rename update change move build start test commit push merge deploy put do give try schreib mach zeig prüf ändere haz pon muestra arregla ajoute montre corrige",
  wishes:
    "i_want i_like i'd_like i'd_rather i_prefer i_need i_hate please prefer would_like want_to want likes hate allergic annoying bitte porfa prefiero je_préfère s'il_te",
  info: "fyi btw by_the_way note careful caveat important background context keep_in_mind beware achtung übrigens ojo attention",
};

/** Names of the classes, in their order. */
export const CUE_NAMES: readonly string[] = Object.keys(CLASSES);

/** Most words of a phrase. */
const PHRASE_MAX = 3;

/** Which classes a word or phrase (joined by `_`) speaks for, by place in `CUE_NAMES`. */
const BY_WORD: ReadonlyMap<string, readonly number[]> = (() => {
  const found = new Map<string, number[]>();
  for (const [place, name] of CUE_NAMES.entries())
    for (const word of (CLASSES[name] ?? "").split(" ")) {
      const places = found.get(word) ?? [];
      if (!places.includes(place)) places.push(place);
      found.set(word, places);
    }
  return found;
})();
/** First words of phrases, so that most words are looked up once. */
const BEGINS: ReadonlySet<string> = new Set(
  [...BY_WORD.keys()].filter((word) => word.includes("_")).map((word) => word.slice(0, word.indexOf("_"))),
);

/** Calls `hears` with each class that a word or phrase belongs to. */
export function hearCues(words: readonly string[], hears: (cue: number) => void): void {
  const say = (phrase: string): void => {
    const cues = BY_WORD.get(phrase);
    if (cues) for (const cue of cues) hears(cue);
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    say(word);
    if (!BEGINS.has(word)) continue;
    let phrase = word;
    for (let size = 1; size < PHRASE_MAX && at + size < words.length; size += 1) {
      phrase = `${phrase}_${words[at + size]}`;
      say(phrase);
    }
  }
}

const WORD = /[\p{L}\p{N}_'-]+/gu;
/** Much quicker, and enough for most. */
const ASCII_WORD = /[a-z0-9_'-]+/g;
const ASCII = /^[\x00-\x7f]*$/;
const EDGES = /^['-]+|['-]+$/g;
/** Who types fast leaves apostrophes out. */
const UNMARKED: ReadonlyMap<string, string> = new Map(
  "don't can't won't isn't aren't doesn't didn't wasn't shouldn't couldn't that's i'm i've let's they're you're"
    .split(" ")
    .map((word) => [word.replace("'", ""), word]),
);

/** Words of a text in lower case, with their apostrophes. */
export function wordsOf(lower: string): string[] {
  const words: string[] = [];
  for (const word of lower.match(ASCII.test(lower) ? ASCII_WORD : WORD) ?? []) {
    const bare =
      isEdge(word.charCodeAt(0)) || isEdge(word.charCodeAt(word.length - 1))
        ? word.replace(EDGES, "")
        : (UNMARKED.get(word) ?? word);
    if (bare !== "") words.push(bare);
  }
  return words;
}

const [APOSTROPHE, HYPHEN] = [0x27, 0x2d];
const isEdge = (code: number): boolean => code === APOSTROPHE || code === HYPHEN;
