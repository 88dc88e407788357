import type { Services } from '#lib/server/api/context.ts'
import { namedPlace } from './tables.ts'

/** Binds the "how to join" article; a content pack cannot reference an article. */
export const demoPlaces = ({ db }: Services) => db.insert(namedPlace).values({ code: 'joining', articleId: 3467 })
