import { type WordList, wordList } from "../text/word-list.ts";

/**
 * Words that talk about software is full of, whatever the project: the parts of screens, of servers, of a repository.
 * In a store of a few records a word's rarity says nothing yet, because everything is rare there; that one of these
 * stands in a record is no sign of its own that a prompt is about it.
 *
 * Written as terms, that is stemmed, like `WEAK_TERMS` of `text/`, which says what to do rather than with what.
 */
export const COMMON_TERMS: WordList = wordList(
  `account address admin alert align anim api arrow articl asset attribut author avatar
  backend background badg banner bar blog bodi bold border bottom box branch brand browser bundl byte
  calendar card categori cell center chart checkbox child click client cloud collect color colour column
  comment commit compani configur connect contact content control cooki corner counter countri currenc
  dashboard databas date deploy design desktop devic dialog dialogu domain download draft drawer drop dropdown
  editor empti endpoint english entri environ event export
  favicon favourit feed feedback filenam filter font footer form frame framework frontend
  galleri game grid guid
  head header headlin height hero hide highlight histori home hover html http
  icon imag index integ interfac invit
  java javascript js json
  keyboard
  label land languag layout legend letter librari licens link linter locat log login logo logout
  mail map margin markdown media member memori menu merg mobil mock modal mous music
  navbar navig network news newslett node notif
  oper overview
  packag pad pagin panel paragraph parent password path pattern payload payment permiss phone photo picker
  pictur pixel placehold plugin polici popup post preview price privaci profil prototyp python
  queri
  radio readm record regist releas render report repositori retri role root rout row
  sampl schema scope screenshot script scroll search selector server servic session shadow share shop shortcut
  sidebar sign signup site sketch slider sound space spinner sql stage statist status storag store stream
  stylesheet subtitl switch symbol
  tab tag templat theme thumbnail ticket timelin titl toggl toolbar tooltip typescript typo
  ui unit upload url
  valid video visitor
  warn web webpag websit widget width window workflow
  zip zoom`,
);
