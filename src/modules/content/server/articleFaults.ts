import { type SQL, sql } from 'drizzle-orm'
import { articleFault, outsideLink } from './tables.ts'

/** `deadOutside`: a link to another site; the others are found by the nightly check of the texts. */
export type ArticleFault = 'deadLink' | 'deadOutside' | 'noAlt'

/** Query of the ids of articles with a fault of this kind. */
export const articlesWith = (kind: ArticleFault): SQL =>
  kind === 'deadOutside'
    ? sql`select ${outsideLink.articleId} from ${outsideLink} where ${outsideLink.isAlive} = false`
    : sql`select ${articleFault.articleId} from ${articleFault} where ${articleFault.kind} = ${kind}`
