/**
 * Words that prompts to a coding agent are made of whatever they are about. A record is not relevant because it
 * shares these; they weigh little both in what a prompt asks for and in what a record answers.
 */
import { stem } from "./stem.ts";
import { WORD_FORMS } from "./word-forms.ts";

const WORDS = `
able accept access action actual add additional adjust allow another answer app application apply approach ask available avoid
back bad base basic begin best better big bit block book bring bug build button buy
call case cause change check choose class clean clear close code come command common complete component consider contain continue
convert copy correct couple create current currently custom cut
data day deal decide default define delete describe detail develop development difference different directory display document
don
easy edit element email enable end ensure error example exist existing expect explain extra
fact fail far fast feature field file fill final find fine first fix folder follow format full function
general generate get give go good great group
handle happen hard have hello help hour
idea implement implementation important improve include indicate info information input install instead issue item
job joke
keep kind know
large last later lead learn leave left let level light line list little live load local long look lot
main make manage many match matter mean mention message method mind minute missing mode module month move multiple
name need new next nice note now number
object old one only open option order original output
page parameter part pass past people person pick piece place plan play point possible prepare prevent previous print probably
problem process product project proper properly provide pull purpose push put
question quick quickly
ran random read ready real reason recommend refactor related remember remove rename repeat replace request require
respond response rest result return review right run
save say screen second section see seem select send separate set setup short show side similar simple single size small
solution solve sort source specific start state stay step stop string style sub suggest summarize support suppose sure system
table take talk task team tell term test text think time today together tomorrow tool top total touch track trouble true try turn two type
understand update use user usual
value variable version view
wait walk want watch way week whole word work world worth write wrong
year yesterday
`;

/** Stems of the weak words. */
export const WEAK_TERMS: ReadonlySet<string> = new Set(
  WORDS.trim()
    .split(/\s+/)
    .map((word) => stem(WORD_FORMS.get(word) ?? word)),
);
