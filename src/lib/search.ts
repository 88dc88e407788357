/** How the search page asks each module, and what it gets: `find…(ctx, search)` in the module whose records they are. */
export type Search = {
  /** What the visitor typed, and other words for it: what is marked in a hit. */
  typed: string
  /** The same as a query, from `toQuery`. */
  words: string
  /** The same in long texts, also late in them; null where that finds no more. */
  late: string | null
  /** The same, also by part of a number and by whole name, from `toRegisterQuery`. */
  register: string
  sort: 'rel' | 'time'
  /** 0: only count. */
  limit: number
  ranking: Ranking
  /** Only what has the words in its heading. */
  inHeadings?: boolean
  /** Instead of what has these words, what comes close to them. */
  near?: Near
}

/** By what hits are put in order, before age. The first are queries on headings. */
export type Ranking = {
  /** The heading is just what was typed. */
  exact: string
  /** In characters: what was typed. */
  length: number
  /** What is wanted above others: forms and guides. */
  wanted: string | null
  /** How often and how near to each other its words stand in the whole text, and in which field. */
  rankQuery: string
}

/**
 * Weights of parts add up to 1; `least` of it is near enough. Of very many that have `any` of them those that have `most`
 * are looked at in any case.
 */
export type Near = {
  most: string | null
  any: string
  parts: { query: string; weight: number }[]
  least: number
  /** `surely`: what has the words of `query` has these, which are fewer to look for. */
  inText: { query: string; surely: string; score: number }[]
}

export type Ranked = {
  id: number
  /** Up to about 2; a title that is just what was typed has 2 more. */
  rank: number
  /** A moment or a day, for order. */
  at: string
}

export type Hit = {
  id: number
  /** Where it is shown. */
  route: string
  /** Plain text: the search module escapes and highlights. */
  title: string
  text: string
  /** A moment or a day. */
  publishTime: string | null
  /** Where the module has several types. */
  type?: string
  /** Where it stands, if that says more than the type's name. */
  label?: string
  catalogId?: number
  catalogName?: string
}

/** The best `limit` of the newest; `total` counts at least to `SEARCH_WINDOW` + 1, not always further. */
export type Found = {
  best: Ranked[]
  total: number
  /** How many of these, or at least how many, are of which kind, where the module has several. */
  kinds: Record<string, number>
  /** What is shown of some of the best: read only for those that stand on the page. */
  read: (ids: number[]) => Promise<Hit[]>
}

/** Of more hits than these only the newest, and so many by their headings, are ranked. */
export const SEARCH_WINDOW = 500
