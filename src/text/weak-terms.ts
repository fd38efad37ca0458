import { type WordList, wordList } from "./word-list.ts";

/**
 * Words that prompts to a coding agent are made of whatever they are about. A record is not relevant because it
 * shares these; they weigh little both in what a prompt asks for and in what a record answers.
 *
 * Written as terms, that is stemmed: stemming them at each start of a hook would cost more than the search.
 */
export const WEAK_TERMS: WordList = wordList(
  `abl accept access action actual add addit adjust allow anoth answer app appli applic approach ask avail avoid
  back bad base basic begin best better big bit block book bring bug build button buy
  call case caus chang check choos class clean clear close code come command common complet compon consid contain
  continu convert copi correct coupl creat current custom cut
  data day deal decid default defin delet describ detail develop differ directori display document don
  easi edit eight element email enabl end ensur error exampl exist expect explain extra
  fact fail far fast featur field file fill final find fine first five fix folder follow format four full function
  general generat get give go good great group
  handl happen hard have hello help hour
  idea implement import improv includ indic info inform input instal instead issu item
  job joke
  keep kind know
  larg last later lead learn leav left let level light line list littl live load local long look lot
  main make manag mani match matter mean mention messag method mind minut miss mode modul month move multipl
  name need new next nice nine note now number
  object old one onli open option order origin output
  page paramet part pass past person pick piec place plan play point possibl prepar prevent previous print probabl
  problem process product project proper provid pull purpos push put
  question quick
  random read readi real reason recommend refactor relat rememb remov renam repeat replac request requir respond
  respons rest result return review right run
  save say screen second section see seem select send separ set setup seven short show side similar simpl singl six size
  small solut solv sort sourc specif start state stay step stop string style sub suggest summar support suppos
  sure system
  tabl take talk task team tell ten term test text think three time today togeth tomorrow tool top total touch track tri
  troubl true turn two type
  understand updat use user usual
  valu variabl version view
  wait walk want watch way week whole word work world worth write wrong
  year yesterday`,
);
