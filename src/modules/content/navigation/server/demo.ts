import type { Services } from '#lib/server/api/context.ts'
import { namedPlace } from './tables.ts'

/** Where the demo association's places are, so that its quick links lead there. */
export const demoPlaces = ({ db }: Services) =>
  db.insert(namedPlace).values([
    { code: 'downloads', catalogueId: 26 },
    { code: 'contact', catalogueId: 35 },
    { code: 'joining', articleId: 3467 },
    { code: 'trainingNotices', catalogueId: 101 },
    { code: 'publicNotices', catalogueId: 42 },
  ])
