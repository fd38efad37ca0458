/** Lengths of time, in milliseconds, and days. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Midnight before a time, where the user is. */
export const startOfDay = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate());
