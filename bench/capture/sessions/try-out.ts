import { type LabelledSession, labelled } from "../session.ts";

/** Someone tries the tool out, with words that sound like more. */
const session: LabelledSession = labelled({
  name: "try-out",
  project: "/home/max/demo",
  talk: (t) => {
    t.prompt("hello, can you always answer in rhymes? just kidding")
      .said("I could try, but it would get old quickly.")
      .prompt("which model are you, and which one should I use instead of you for images?")
      .said("I'm a text model; for images a diffusion model is the usual choice.")
      .prompt("write hello world in python, then in go")
      .wrote("/home/max/demo/hello.py", "print('hello')")
      .wrote("/home/max/demo/hello.go", "package main")
      .ran("go run hello.go", "bash: go: command not found", 127)
      .said("I wrote both. Go is not installed here, so I could not run the second one.")
      .prompt("no problem. what if we decided to use rust instead?")
      .said('Then it would be `fn main() { println!("hello"); }`.')
      .prompt("delete both files")
      .ran("rm hello.py hello.go", "")
      .said("Deleted both.")
      .command("/clear");
  },
  may: [{ kind: "outcome", words: ["hello"] }],
  never: ["rhymes", "rust", "diffusion"],
});

export default session;
