import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin, mayUse, refuseOutside, within } from '#lib/server/api/within.ts'
import { openStates, permissionAt, type State } from '../workflow.ts'
import { application } from './tables.ts'

let applicantProvince: SQL<string | null> = sql`null`

/** The module that knows organisations and persons says where an applicant is: an expression in a row of `application`. */
export function defineApplicantProvince(expression: SQL<string | null>): void {
  applicantProvince = expression
}

/** The condition that keeps a query to the applications in whose province who asks has the permission. */
export const applicationsWithin = (ctx: Pick<Ctx, 'actor'>, permission: string): SQL | undefined =>
  within(ctx, permission, applicantProvince)

export async function provinceOfApplication({ db }: Pick<Ctx, 'db'>, id: number): Promise<string | null> {
  const [found] = await db.select({ province: applicantProvince }).from(application).where(eq(application.id, id))
  return found?.province ?? null
}

export async function refuseApplicationOutside(ctx: Pick<Ctx, 'db' | 'actor'>, permission: string, id: number) {
  // Whoever is not limited needs no query.
  if (!isWithin(ctx, permission, null)) refuseOutside(ctx, permission, await provinceOfApplication(ctx, id))
}

/** Whether it waits for a desk that is the caller's. */
export async function isOwnDesk(ctx: Pick<Ctx, 'db' | 'actor'>, { id, state }: { id: number; state: State }) {
  const permission = permissionAt(state)
  if (!permission || !mayUse(ctx, permission)) return false
  return isWithin(ctx, permission, null) || isWithin(ctx, permission, await provinceOfApplication(ctx, id))
}

/** The applications that wait for a desk that is the caller's, in the provinces in which it is. */
export const onOwnDesk = (ctx: Pick<Ctx, 'actor'>): SQL =>
  or(
    ...openStates().flatMap(state => {
      const permission = permissionAt(state)
      if (!permission || !mayUse(ctx, permission)) return []
      return and(eq(application.state, state), applicationsWithin(ctx, permission))
    }),
  ) ?? sql`false`
