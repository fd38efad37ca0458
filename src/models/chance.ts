/** Sixteen hex digits, which nobody can guess and a model copies without a mistake. */
export const chance = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);
