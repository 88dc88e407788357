/** How the search page asks each module, and what it gets: `find…(ctx, search)` in the module whose records they are. */
export type Search = {
  /** What the visitor typed. */
  typed: string
  /** The same for `to_tsquery('simple', …)`, from `toQuery`. */
  words: string
  /** The same, also by part of a number and by whole name, from `toRegisterQuery`. */
  register: string
  limit: number
}

export type Hit = {
  id: number
  /** Where it is shown. */
  route: string
  /** Plain text: the search module escapes and highlights. */
  title: string
  text: string
  /** A moment or a day, for order and display. */
  publishTime: string | null
  /** `ts_rank` of the hit; the title is weight A. */
  rank: number
  catalogId?: number
  catalogName?: string
}

/** The best `limit` of the newest 1,000 that match; `total` counts to 1,001 and no further. */
export type Found = { hits: Hit[]; total: number }

export const SEARCH_WINDOW = 1000
