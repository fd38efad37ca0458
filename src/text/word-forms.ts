/**
 * Forms that no suffix rule brings together: irregular verbs and plurals, nouns whose stem leaves their verb's,
 * and the short forms developers write for longer words. Each group: the form kept, then what is mapped to it.
 */
const GROUPS = `
become became
begin began begun
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen choice choices
come came
cut cutting
deal dealt
decide decision decisions
draw drew drawn
drive drove driven
fail failure failures
fall fell fallen
find found
forget forgot forgotten
freeze froze frozen
get got gotten getting
give gave given
go went gone
grow grew grown
hide hid hidden
hold held
keep kept
know knew known
lead led
lose lost loss losses
make made
mean meant
meet met
override overrode overridden
overwrite overwrote overwritten
pay paid
rebuild rebuilt
rerun reran
rewrite rewrote rewritten
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
show shown
shrink shrank shrunk
speak spoke spoken
spend spent
spin spun
stand stood
stick stuck
swap swapped
sweep swept
take took taken
teach taught
tell told
think thought
throw threw thrown
understand understood
undo undid undone
wake woke woken
wear wore worn
win won
withdraw withdrew withdrawn
write wrote written
analysis analyses
appendix appendices
axis axes
basis bases
child children
criterion criteria
crisis crises
foot feet
half halves
hypothesis hypotheses
index indices indexes
matrix matrices
mouse mice
person people
phenomenon phenomena
schema schemas schemata
thesis theses
vertex vertices
argument arg args
configuration config configs cfg conf
database db dbs
dependency dep deps
development dev
directory dir dirs
documentation doc docs
environment env envs
implementation impl
kubernetes k8s
message msg msgs
package pkg pkgs
parameter param params
performance perf
postgresql postgres
production prod
reference ref refs
repository repo repos
specification spec specs
temporary tmp temp
variable var vars
`;

/** Form → the form it counts as. */
export const WORD_FORMS: ReadonlyMap<string, string> = new Map(
  GROUPS.trim()
    .split("\n")
    .flatMap((line) => {
      const [kept = "", ...forms] = line.split(" ");
      return forms.map((form): [string, string] => [form, kept]);
    }),
);
