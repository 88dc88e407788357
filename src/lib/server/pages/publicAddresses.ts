import type { SQLWrapper } from 'drizzle-orm'
import { byOrder, type Ordered } from '../../byOrder.ts'
import type { Part } from '../../parts.ts'
import type { Ctx } from '../api/context.ts'

/** Pages of a module that search engines should find. */
type PublicAddresses = Ordered & {
  /** A page that no record stands behind. */
  path?: string
  /** Queries of `path` and `changed_at`: a page for each row. */
  records?: readonly ((ctx: Pick<Ctx, 'db' | 'now'>) => SQLWrapper)[]
  /** Parts of the business of which the association must use one. */
  parts?: readonly Part[]
}

const all: PublicAddresses[] = []

/** The module whose pages they are defines them. */
export function definePublicAddresses(addresses: PublicAddresses): void {
  all.push(addresses)
}

export const publicAddresses = (): readonly PublicAddresses[] => all.toSorted(byOrder)
