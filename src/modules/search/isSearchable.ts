/** Requires two characters, since one letter or digit matches everywhere; a single Chinese character is enough. */
export const isSearchable = (typed: string) => [...typed].length >= 2 || /\p{Script=Han}/u.test(typed)
