/** What a client of the old document can no longer do with the new one, a sentence each. */
export function breakingChanges(before: object, after: object): string[];
