import { type WordList, wordList } from "./word-list.ts";

/**
 * Words that say how something is said, not what it is about. Documents and queries drop the same ones.
 * Contractions stand without their apostrophe, as the analysis leaves them.
 */
export const STOP_WORDS: WordList = wordList(
  `a about above after again all also although am among an and another any anyone anything are arent around as at
  be became because become becomes been before being below between both but by
  can cannot cant could couldnt
  did didnt do does doesnt doing done dont down during
  each either else etc ever every everyone everything
  for from further
  had hadnt has hasnt have havent having he hed hell her here heres hers herself hes hey hi him himself his how however hows
  i id if ill im in instead into is isnt it itd itll its itself ive
  just
  lets like
  may maybe me might mine more most much must my myself
  neither no nor not
  of off oh ok okay on once onto or other others otherwise our ours ourselves out over own
  per perhaps please
  quite
  rather really
  same shall she shed shes should shouldnt since so some somehow someone something sometimes somewhere still such
  than thank thanks that thats the their theirs them themselves then there theres these they theyd theyll theyre theyve
  thing things this those though through thus to too toward towards
  under until up upon us
  very via
  was wasnt we wed well were werent weve what whatever whats when whenever where whereas wherever wheres whether which
  whichever while who whoever whom whos whose why will with within without wont would wouldnt
  yeah yes yet you youd youll your youre yours yourself youve`,
);
