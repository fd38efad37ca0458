/** Apart from what commits mean to the work at hand: every command is asked. */

/** Whether one of a command's parts says `git … commit`. */
export const saysCommit = (command: string): boolean =>
  command.split(/[\n|;&]/).some((part) => {
    // The first `git` and any `commit` after it: one expression for both would begin anew at every `git`.
    const git = part.search(/\bgit\b/);
    return git >= 0 && /\bcommit\b/.test(part.slice(git + 3));
  });
