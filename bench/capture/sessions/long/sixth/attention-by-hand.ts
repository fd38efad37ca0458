import { type LabelledSession, labelled } from "../../../session.ts";

/** Someone learns attention with a toy notebook on a Sunday: explanations, small experiments, nothing for later but one wish. */
const session: LabelledSession = labelled({
  name: "attention-by-hand",
  project: "/home/wes/nanothings",
  talk: (t) => {
    t.prompt(
      "sunday project!! i wanna understand attention for real. open toy.py and walk me thru it, like im 12",
    )
      .read(
        "/home/wes/nanothings/toy.py",
        "import torch\nT, C = 5, 4\nx = torch.randn(T, C)\nq, k, v = x @ Wq, x @ Wk, x @ Wv\natt = (q @ k.T) / C**0.5\natt = att.softmax(-1)\nout = att @ v",
      )
      .said(
        "Picture five people in a row. Each asks a question (`q`), wears a name tag (`k`) and holds a note (`v`). Everyone compares their question with all name tags, and the better the match, the more of that person's note they copy. `att` is the table of how much each copies from whom.",
      )
      .prompt("ohh ok the name tag thing helps. why / C**0.5")
      .said(
        "The dot product of two random vectors with C entries has a variance of C. Without the division the softmax gets very large inputs and puts nearly everything on one entry, so hardly any gradient flows.",
      )
      .prompt("show me. like print it w and w/o")
      .ran(
        'python -c "import torch; torch.manual_seed(0); q=torch.randn(5,64);k=torch.randn(5,64); print((q@k.T).softmax(-1)[0]); print((q@k.T/8).softmax(-1)[0])"',
        "tensor([9.9e-01, 2.1e-06, 8.4e-03, 1.7e-09, 5.0e-07])\ntensor([0.4512, 0.0894, 0.2504, 0.0366, 0.1724])",
      )
      .said("Without it one entry takes 99%; with it the weights are spread.")
      .prompt("dang. ok thats convincing. and the mask?")
      .said(
        "For a language model no position may look to the right, so the upper triangle is set to minus infinity before the softmax. After it those weights are exactly zero.",
      )
      .edited(
        "/home/wes/nanothings/toy.py",
        "att = att.softmax(-1)",
        "att = att.masked_fill(torch.triu(torch.ones(T, T), 1).bool(), float('-inf'))\natt = att.softmax(-1)",
      )
      .ran(
        "python toy.py",
        "Traceback (most recent call last):\n  File \"toy.py\", line 4, in <module>\n    q, k, v = x @ Wq, x @ Wk, x @ Wv\nNameError: name 'Wq' is not defined",
        1,
      )
      .said("The matrices aren't defined in the file. I'll add three random ones.")
      .edited(
        "/home/wes/nanothings/toy.py",
        "x = torch.randn(T, C)",
        "x = torch.randn(T, C)\nWq, Wk, Wv = (torch.randn(C, C) for _ in range(3))",
      )
      .ran(
        "python toy.py",
        "tensor([[1.0000, 0.0000, 0.0000, 0.0000, 0.0000],\n        [0.3311, 0.6689, 0.0000, 0.0000, 0.0000]])",
      )
      .said("The first row can only look at itself, so its weight is 1.")
      .prompt("haha lonely first token")
      .prompt("do gpus do this exact thing or is it faked")
      .said(
        "The arithmetic is the same, though FlashAttention never writes the whole table to memory; it goes through it in tiles and keeps a running softmax.",
      )
      .prompt("running softmax??? how")
      .said(
        "You keep the maximum so far `m` and the sum so far `s`. When a new tile has a larger maximum, the old sum is multiplied by `exp(m_old - m_new)`. In the end it's the same number.",
      )
      .prompt("thats beautiful actually. can u do a tiny numpy of it")
      .wrote(
        "/home/wes/nanothings/online_softmax.py",
        "import numpy as np\n\ndef online(xs, tile=2):\n    m, s = -np.inf, 0.0\n    for i in range(0, len(xs), tile):\n        t = xs[i:i + tile]\n        m2 = max(m, t.max())\n        s = s * np.exp(m - m2) + np.exp(t - m2).sum()\n        m = m2\n    return np.exp(xs - m) / s\n",
      )
      .ran("python online_softmax.py", "max abs diff 1.1e-16")
      .said("It agrees with the plain softmax to 1e-16.")
      .prompt("ok wait so why multi head. why not one fat head")
      .said(
        "One head gives one table of weights per position. With several, one can follow the verb while another follows the previous word; each has its own small q, k and v.",
      )
      .prompt("and does each head rly learn something different or is that a myth")
      .said(
        "Partly. Some heads are well understood, such as induction heads, but many can be removed with little loss.",
      )
      .prompt("should i do rope or learned positions in my thing")
      .said(
        "For a toy with 64 positions learned ones are fine and one line. Rotary pays off for long contexts.",
      )
      .prompt("hm rope looks cooler. or alibi? lets not go nuts. i'll think over lunch")
      .prompt("can u plot the att table")
      .ran(
        "python -c \"import toy, matplotlib.pyplot as p; p.imshow(toy.att.detach()); p.savefig('att.png')\"",
        "",
      )
      .said("Saved as `att.png`: a lower triangle, brightest on the diagonal.")
      .prompt("pretty. make it viridis? oh it is. magma")
      .ran(
        "python -c \"import toy, matplotlib.pyplot as p; p.imshow(toy.att.detach(), cmap='magma'); p.savefig('att.png')\"",
        "",
      )
      .said("Magma it is.")
      .prompt("quiz me, 2 questions")
      .said(
        "1. What happens to the weights if all keys are the same vector?\n2. Why is the mask applied before the softmax and not after it?",
      )
      .prompt("1 uniform! 2 bc otherwise they dont sum to 1?")
      .said("Both right.")
      .prompt(
        "yesss. oh and generally when u explain stuff to me, numbers first and then the formula, not the other way round. that print thing was gold",
      )
      .said("Will do: a small example with numbers, then the formula.")
      .prompt("cool im off, the dog is staring at me");
  },
  keep: [{ kind: "preference", type: "semantic", words: ["numbers first and then the formula"] }],
  may: [
    { kind: "outcome", words: ["online_softmax.py"] },
    { kind: "preference", words: ["a small example with numbers"] },
    { kind: ["learning", "decision"], words: ["learned ones are fine"] },
    { kind: ["fix"], words: ["Wq"] },
  ],
  never: [
    "name tag",
    "lonely first token",
    "variance of C",
    "the dog is staring",
    "Magma it is",
    "exp(m_old",
    "induction heads",
    "over lunch",
    "Both right",
  ],
});

export default session;
