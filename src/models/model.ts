/** A model that is asked one thing and answers once. Who it is and how it is reached is its driver's business. */

export interface Question {
  /** What it is to do. Nothing that was said in a session stands here. */
  readonly system: string;
  /** What it is to do it with. */
  readonly prompt: string;
  /** Tokens that it may answer with, at most. */
  readonly maxTokensOut: number;
  /** JSON Schema of the answer, for models that can be held to one; others are asked in words alone. */
  readonly schema?: { readonly [key: string]: unknown };
}

/** What a call came to. */
export interface Spent {
  readonly tokens_in: number;
  readonly tokens_out: number;
  /** US dollars; 0 where no price is known. */
  readonly usd: number;
}

export interface ModelAnswer extends Spent {
  readonly text: string;
  readonly ms: number;
  /** The model that answered, by the name it gives itself where it gives one. */
  readonly model: string;
}

export interface Model {
  readonly executor: "endpoint" | "claude";
  /** As configured. */
  readonly name: string;
  /** What a call would cost, in US dollars, as far as it can be known before. */
  price(tokensIn: number, tokensOut: number): number;
  /** One call, no second try. Rejects with a `ModelError`, and soon after the signal. */
  ask(question: Question, signal: AbortSignal): Promise<ModelAnswer>;
}
