import { plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { toVector } from '#lib/server/search/words.ts'
import { kindNames } from '../courseKinds.ts'
import type { course } from './tables.ts'

type Of = Pick<typeof course.$inferSelect, 'title' | 'kind' | 'city' | 'venue' | 'teachers' | 'syllabus'>

/** How a course is found: by its title above all, also in pinyin. */
export const courseWords = ({ title, kind, city, venue, teachers, syllabus }: Of) =>
  toVector([
    { text: title, weight: 'A', pinyin: true },
    { text: `${kindNames[kind]} ${city}`, weight: 'B' },
    { text: `${venue} ${teachers}`, weight: 'C' },
    { text: plainText(syllabus), weight: 'D' },
  ])
