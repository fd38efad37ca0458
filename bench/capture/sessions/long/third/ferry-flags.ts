import { type LabelledSession, labelled } from "../../../session.ts";

/** A command line tool in Go is fiddled with all evening: flags, help, colours, forth and back. */
const session: LabelledSession = labelled({
  name: "ferry-flags",
  held: true,
  project: "/home/milo/go/ferry",
  talk: (t) => {
    t.prompt("evening! polishing ferry before i show it to a friend. can you print the help as it is now")
      .ran(
        "go run . --help",
        "ferry copies files to a remote host\n\nUsage:\n  ferry [command]\n\nAvailable Commands:\n  completion  Generate the autocompletion script for the specified shell\n  help        Help about any command\n  push        push files\n  pull        pull files\n\nFlags:\n  -h, --help   help for ferry",
      )
      .said("Here it is. The short texts of `push` and `pull` could say a little more.")
      .prompt("make em nicer")
      .edited("/home/milo/go/ferry/cmd/push.go", 'Short: "push files"', 'Short: "Copy local files to a host"')
      .edited("/home/milo/go/ferry/cmd/pull.go", 'Short: "pull files"', 'Short: "Copy files from a host"')
      .said("Both are full sentences now.")
      .prompt(
        "capital letter looks weird next to the completion one... no wait that one is capital too. ok fine",
      )
      .prompt("can we rename --dest to --to")
      .called("Grep", { pattern: "dest", path: "cmd", output_mode: "content" })
      .gave('cmd/push.go:31:\tpushCmd.Flags().StringVarP(&dest, "dest", "d", "", "destination")')
      .edited("/home/milo/go/ferry/cmd/push.go", '"dest", "d"', '"to", "t"')
      .ran("go build ./... && go run . push --to box:/tmp a.txt", "a.txt  100%  12 B")
      .said("`--to` works, short form `-t`.")
      .prompt("hm -t is what i wanted for --timeout. make it -d again? no thats silly, --to with -d. hm")
      .said(
        "You could leave out the short form altogether: `--to` is only one letter longer than `-t` in effect.",
      )
      .prompt("yeah drop it")
      .edited("/home/milo/go/ferry/cmd/push.go", 'StringVarP(&dest, "to", "t", ', 'StringVar(&dest, "to", ')
      .ran(
        "go build ./...",
        "# ferry/cmd\ncmd/push.go:31:47: too many arguments in call to pushCmd.Flags().StringVar\n\thave (*string, string, string, string, string)\n\twant (*string, string, string, string)",
        1,
      )
      .edited("/home/milo/go/ferry/cmd/push.go", '"to", "", "", ', '"to", "", ')
      .ran("go build ./...")
      .said("Builds; there was one argument too many.")
      .prompt("colours! green for done, red for errors")
      .edited(
        "/home/milo/go/ferry/ui/print.go",
        "fmt.Println(line)",
        'fmt.Println("\\x1b[32m" + line + "\\x1b[0m")',
      )
      .said("Done is green, errors are red.")
      .prompt("ugh the green hurts on my light theme. darker?")
      .edited("/home/milo/go/ferry/ui/print.go", "[32m", "[38;5;28m")
      .said("It's colour 28 of the 256 now.")
      .prompt("better... actually nah take the colours out, looks like a christmas tree")
      .ran("git checkout ui/print.go", "Updated 1 path from the index")
      .said("Taken out.")
      .prompt("a spinner maybe?")
      .said(
        "There is `briandowns/spinner`, or ten lines of your own with a ticker. For copies below a second it would only flicker.",
      )
      .prompt("ok no spinner. should i use viper for config you think?")
      .said(
        "For two settings I wouldn't. The standard library's `encoding/json` and a file in `os.UserConfigDir()` do the job, and Viper pulls in a dozen modules.\n\n| | Viper | plain |\n| --- | --- | --- |\n| Modules | ~12 | 0 |\n| Env variables | yes | by hand |\n| Live reload | yes | no |",
      )
      .prompt("eh i dont even have config. forget it")
      .prompt("how do i get the version in there at build time again? i always forget")
      .said(
        'With `-ldflags`: `go build -ldflags "-X main.version=1.0.0"`, where `version` is a string variable in package `main`.',
      )
      .prompt("ah right. not now")
      .prompt("run the tests pls")
      .ran("go test ./...", "?   \tferry\t[no test files]\nok  \tferry/cmd\t0.004s\nok  \tferry/ui\t0.003s")
      .said("All pass.")
      .prompt("gofmt complains in my editor about print.go line 9")
      .ran("gofmt -l .", "ui/print.go")
      .ran("gofmt -w ui/print.go")
      .said("Formatted: it was a tab among spaces.")
      .prompt("whats the diff between errors.Is and errors.As again")
      .said(
        "`errors.Is(err, target)` asks whether a certain error *value* is in the chain; `errors.As(err, &target)` whether there is one of a certain *type*, and assigns it.",
      )
      .prompt("thx. rename ferry to gondola? haha. my friend said ferry sounds slow")
      .said("Gondolas aren't known for speed either. Shall I?")
      .prompt("lol no. ferry stays, was a joke")
      .prompt("add an example to help of push")
      .edited(
        "/home/milo/go/ferry/cmd/push.go",
        'Short: "Copy local files to a host"',
        'Short:   "Copy local files to a host",\n\tExample: "  ferry push --to box:/tmp notes.txt"',
      )
      .ran(
        "go run . push --help",
        "Copy local files to a host\n\nUsage:\n  ferry push [flags]\n\nExamples:\n  ferry push --to box:/tmp notes.txt\n\nFlags:\n  -h, --help        help for push\n      --to string   destination",
      )
      .said("The example is shown.")
      .prompt("pretty. maybe i'll do a homebrew tap one day, who knows")
      .said("GoReleaser can write the formula for you when you do.")
      .prompt("commit it")
      .ran(
        "git commit -am 'Nicer help'",
        "[main 71ce0b4] Nicer help\n 2 files changed, 5 insertions(+), 4 deletions(-)",
      )
      .said("Committed as 71ce0b4.")
      .prompt("gn8");
  },
  keep: [],
  may: [
    { kind: "decision", words: ["--to"] },
    { kind: "intention", words: ["homebrew tap"] },
    { kind: "decision", words: ["no spinner"] },
    { kind: "decision", words: ["drop it"] },
    { kind: "decision", words: ["colours out"] },
    { kind: "decision", words: ["ferry stays"] },
    { kind: "fix", words: ["too many arguments"] },
  ],
  never: ["gondola", "errors.Is", "Viper", "christmas tree", "gn8", "-ldflags", "colour 28", "darker"],
});

export default session;
