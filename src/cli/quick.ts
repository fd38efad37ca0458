/**
 * What is started again and again, in one program: `<program> <event or command> …`, a hook by the client's name of its
 * event. It is what `recollect install` makes into an executable of its own (see `client/claude-code/setup/executable.ts`);
 * a name that it does not know, or none, ends well at once.
 */
import { HOOKS, isHookEvent } from "../hooks/by-event.ts";

const [name = ""] = process.argv.splice(2, 1); // what follows is the program's own
if (isHookEvent(name)) HOOKS[name]();
else if (name === "write") import("./programs/write.ts");
else if (name === "candidate") import("./programs/candidate.ts");
else if (name === "statusline") import("./programs/statusline.ts");
