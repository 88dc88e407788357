/** Query of the search page to each module, answered by `find…(ctx, search)` in the module that has the records. */
export type Search = {
  /** Text typed by the visitor with its synonyms: marked in the hits. */
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
  inHeadings?: boolean
  /** Searches for approximate matches instead of these words. */
  near?: Near
}

/** Criteria that rank hits before age. The first are queries on headings. */
export type Ranking = {
  /** The heading is just what was typed. */
  exact: string
  /** Length of the typed text in characters. */
  length: number
  /** Query of records ranked above others: forms and guides. */
  wanted: string | null
  /** Query that ranks by how often and how near to each other its words stand in the whole text, and in which field. */
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
  /** Score up to about 2; a title equal to the typed text has 2 more. */
  rank: number
  /** A moment or a day, for order. */
  at: string
}

export type Hit = {
  id: number
  route: string
  /** Plain text: the search module escapes and highlights. */
  title: string
  text: string
  /** A moment or a day. */
  publishTime: string | null
  type?: string
  /** Place of the hit, if that says more than the type's name. */
  label?: string
  catalogId?: number
  catalogName?: string
}

/** The best `limit` of the newest; `total` counts at least to `SEARCH_WINDOW` + 1, not always further. */
export type Found = {
  best: Ranked[]
  total: number
  /** Counts by kind, exact or at least, if the module has several. */
  kinds: Record<string, number>
  /** Reads some of the best hits: only those on the shown page. */
  read: (ids: number[]) => Promise<Hit[]>
}

/** Maximum number of hits that are ranked: of more, only the newest and the same number by heading are. */
export const SEARCH_WINDOW = 500
