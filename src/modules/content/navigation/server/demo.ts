import type { Services } from '#lib/server/api/context.ts'
import { namedPlace } from './tables.ts'

/** Where one reads how to join: an article, which no pack can name. */
export const demoPlaces = ({ db }: Services) => db.insert(namedPlace).values({ code: 'joining', articleId: 3467 })
