import { toVector } from '#lib/server/search/words.ts'

/** Search words of an article; the title weighs most and is also indexed in pinyin. */
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
