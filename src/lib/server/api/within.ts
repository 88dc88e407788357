import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { forbidden } from '../../error.ts'
import { provinceName } from '../../provinces.ts'
import type { Ctx } from './context.ts'

type Asking = Pick<Ctx, 'actor'>

/** The provinces in which who asks has a permission; undefined: it is not limited. */
export function provincesOf({ actor }: Asking, permission: string): readonly string[] | undefined {
  if (actor.kind === 'anonymous' || actor.permissions.includes(permission)) return undefined
  return actor.limited?.[permission]
}

/** Whether who asks has it at all, everywhere or in some provinces. */
export const mayUse = ({ actor }: Asking, permission: string): boolean =>
  actor.kind !== 'anonymous' && (actor.permissions.includes(permission) || actor.limited?.[permission] !== undefined)

/** The condition that keeps a query to where who asks has the permission; `province`: of a record, its code or null. */
export function within(ctx: Asking, permission: string, province: SQLWrapper): SQL | undefined {
  const codes = provincesOf(ctx, permission)
  if (codes === undefined) return undefined
  return codes.length > 0 ? inArray(sql`${province}`, [...codes]) : sql`false`
}

export const isWithin = (ctx: Asking, permission: string, province: string | null | undefined): boolean => {
  const codes = provincesOf(ctx, permission)
  return codes === undefined || codes.includes(province ?? '')
}

/** Refuses what is of another province, or of none, to whoever has the permission in some only. */
export function refuseOutside(ctx: Asking, permission: string, province: string | null | undefined): void {
  if (isWithin(ctx, permission, province)) return
  const own = provincesOf(ctx, permission)?.map(provinceName).join('、')
  throw forbidden(`您的权限限于${own}，这条记录不在其中`)
}
