import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin, mayUse, type Place, permissionCondition, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { hook } from '#lib/server/hook.ts'
import { isServedBy } from '#modules/accounts/server/branches.ts'
import { openStates, permissionAt, type State } from '../workflow.ts'
import { application } from './tables.ts'

const applicantProvince = hook<SQL<string | null>>('the province of an applicant')

/** The module that knows organisations and persons says where an applicant is: an expression in a row of `application`. */
export const defineApplicantProvince = applicantProvince.define

/** The condition that keeps a query to the applications for which who asks has the permission: by province and by kind. */
export const applicationsWithin = (ctx: Pick<Ctx, 'actor'>, permission: string): SQL | undefined =>
  permissionCondition(ctx, permission, applicantProvince.get(), application.kind)

/** The condition that an applicant is where the branch serves. */
export const applicationsOfBranch = (id: number): SQL => isServedBy(id, applicantProvince.get())

/** The condition that an applicant is in the province. */
export const applicationsOfProvince = (code: string): SQL => eq(applicantProvince.get(), code)

/** Columns that say where an application belongs. */
export const placeColumns = () => ({ province: applicantProvince.get(), kind: application.kind })

export async function placeOfApplication({ db }: Pick<Ctx, 'db'>, id: number): Promise<Place> {
  const [found] = await db.select(placeColumns()).from(application).where(eq(application.id, id))
  return found ?? {}
}

export async function refuseApplicationOutside(ctx: Pick<Ctx, 'db' | 'actor'>, permission: string, id: number) {
  // Skip the query for callers without limits.
  if (isWithin(ctx, permission, null)) return
  const { province, kind } = await placeOfApplication(ctx, id)
  refuseOutside(ctx, permission, province, kind)
}

/** Tells whether the application waits for a permission that the caller has for its province and kind. */
export async function isOwnDesk(ctx: Pick<Ctx, 'db' | 'actor'>, { id, state }: { id: number; state: State }) {
  const permission = permissionAt(state)
  if (!permission || !mayUse(ctx, permission)) return false
  if (isWithin(ctx, permission, null)) return true
  const { province, kind } = await placeOfApplication(ctx, id)
  return isWithin(ctx, permission, province, kind)
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
