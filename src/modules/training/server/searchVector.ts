import { plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { toVector } from '#lib/server/search/words.ts'
import type { course } from '#modules/training/server/tables.ts'

type Of = Pick<typeof course.$inferSelect, 'title' | 'city' | 'venue' | 'teachers' | 'syllabus'>

/** Search vector of a course; the title weighs most and is also found in pinyin. */
export const courseSearchVector = ({ title, city, venue, teachers, syllabus }: Of, kindName: string) =>
  toVector([
    { text: title, weight: 'A', isHeading: true },
    { text: `${kindName} ${city}`, weight: 'B' },
    { text: `${venue} ${teachers}`, weight: 'C' },
    { text: plainText(syllabus), weight: 'D' },
  ])
