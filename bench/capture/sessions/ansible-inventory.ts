import { type LabelledSession, labelled } from "../session.ts";

/** Configuration of servers; a service that is not running, facts told in passing. */
const session: LabelledSession = labelled({
  name: "ansible-inventory",
  held: true,
  project: "/home/pia/fleet",
  talk: (t) => {
    t.prompt("roll out the new nginx config to the two web hosts")
      .ran(
        "ansible-playbook -i inventory/prod site.yml --limit web --check",
        'fatal: [web-1]: UNREACHABLE! => {"msg": "Failed to connect to the host via ssh: Permission denied (publickey)."}',
        4,
      )
      .said("The key isn't loaded. I'll look at how this repository expects it.")
      .read("/home/pia/fleet/README.md", "Run `make agent` once per shell.")
      .ran("make agent", "Identity added: /home/pia/.ssh/fleet_ed25519")
      .ran(
        "ansible-playbook -i inventory/prod site.yml --limit web --check",
        "web-1: ok=14 changed=1\nweb-2: ok=14 changed=1",
      )
      .said(
        "The dry run changes one file on each host. `make agent` has to run first because the playbooks log in with the fleet key.",
      )
      .prompt("good, apply. and never run without --check first on prod, I want to see the diff every time")
      .ran(
        "ansible-playbook -i inventory/prod site.yml --limit web",
        "web-1: ok=14 changed=1\nweb-2: ok=14 changed=1",
      )
      .said("Applied on both hosts.")
      .prompt("btw web-3 was retired last month, it's still in the inventory but the machine is gone")
      .said("Shall I take it out?")
      .prompt("not now, next week when Jonas is back, he has a script pointing at it")
      .said("Fine, I leave it in.");
  },
  keep: [
    { kind: ["command", "fix"], words: ["make agent"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["--check"] },
    { kind: ["learning", "correction"], words: ["web-3"] },
    { kind: "intention", type: "prospective", words: ["Jonas"] },
  ],
  may: [{ kind: "outcome", words: ["nginx"] }],
});

export default session;
