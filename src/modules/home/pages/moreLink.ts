import type { Block } from './Home.tsx'

/** The way from a block to all of what it shows a part of: its column, or the page of that register. */
export const moreLink = ({ heading, catalogId }: Block, to = catalogId && `/admin/news/list/${catalogId}`) =>
  to ? { to, name: `更多${heading}` } : undefined
