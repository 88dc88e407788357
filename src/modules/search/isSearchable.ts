/**
 * Requires two characters, since one letter or digit matches everywhere; a single Chinese character is enough, and a sign,
 * which is found nowhere.
 */
export const isSearchable = (typed: string) => [...typed].length >= 2 || /\p{Script=Han}|[^\p{L}\p{N}]/u.test(typed)
