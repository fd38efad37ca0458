import { type LabelledSession, labelled } from "../session.ts";

/** A rewrite with reasons; the person picks between two; Lua. */
const session: LabelledSession = labelled({
  name: "lua-plugin",
  project: "/home/hal/nvim-plug",
  talk: (t) => {
    t.prompt("startup of the plugin takes 80ms, too much. ideas?")
      .ran("nvim --startuptime t.log +q && tail -3 t.log", "080.211  054.101: require('plug.parser')")
      .said(
        "Most of it is loading the parser. Two ways:\n\n- A: load the parser when it is first needed\n- B: precompile it to bytecode\n\nA is simpler; B keeps the first use fast.",
      )
      .prompt("go with A, bytecode breaks between LuaJIT versions")
      .edited(
        "/home/hal/nvim-plug/lua/plug/init.lua",
        "local parser = require('plug.parser')",
        "local function parser() return require('plug.parser') end",
      )
      .ran("nvim --startuptime t.log +q && tail -3 t.log", "026.100  001.002: require('plug')")
      .said("Startup is at 26 ms. The parser is loaded at first use.")
      .prompt("great. for this plugin keep everything compatible with neovim 0.9, debian ships that")
      .said("Noted; nothing here needs more.")
      .prompt("btw the 0.8 shim in compat.lua can go once debian 13 is out")
      .said("I'll leave it for now.");
  },
  keep: [
    { kind: "decision", words: ["parser|bytecode", "first needed|LuaJIT"], importance: [5, 9] },
    { kind: ["preference", "learning"], type: "semantic", words: ["neovim 0.9"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["shim", "debian 13"], importance: [4, 8] },
  ],
  may: [
    { kind: "outcome", words: ["init.lua|startup"] },
    { kind: "learning", words: ["bytecode"] },
  ],
});

export default session;
