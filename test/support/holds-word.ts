/** Whether a text holds one of these words, tried one by one; one that others may begin with ends in `*`. */
export const holdsWord = (text: string, words: readonly string[]): boolean =>
  words.some((word) =>
    (word.endsWith("*") ? new RegExp(`\\b${word.slice(0, -1)}`) : new RegExp(`\\b${word}\\b`)).test(text),
  );
