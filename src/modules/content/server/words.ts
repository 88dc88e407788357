import { toVector } from '#lib/server/search/words.ts'

/** How an article is found: by its title above all, also in pinyin. */
export const articleWords = (of: {
  title: string
  docNo: string
  keywords: string[]
  summary: string
  plain: string
}) =>
  toVector([
    { text: of.title, weight: 'A', isHeading: true },
    { text: `${of.docNo} ${of.keywords.join(' ')}`, weight: 'B' },
    { text: of.summary, weight: 'C' },
    { text: of.plain, weight: 'D' },
  ])
