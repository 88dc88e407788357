import { plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { toVector } from '#lib/server/search/words.ts'
import type { course } from './tables.ts'

type Of = Pick<typeof course.$inferSelect, 'title' | 'city' | 'venue' | 'teachers' | 'syllabus'>

/** How a course is found: by its title above all, also in pinyin. */
export const courseWords = ({ title, city, venue, teachers, syllabus }: Of, kindName: string) =>
  toVector([
    { text: title, weight: 'A', isHeading: true },
    { text: `${kindName} ${city}`, weight: 'B' },
    { text: `${venue} ${teachers}`, weight: 'C' },
    { text: plainText(syllabus), weight: 'D' },
  ])
