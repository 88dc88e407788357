import { and, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { forbidden } from '../../error.ts'
import { provinceName } from '../../provinces.ts'
import type { Ctx, PermissionLimit } from './context.ts'

type WithActor = Pick<Ctx, 'actor'>

/** Limits of the actor's permission; undefined: not limited. */
export function limitsOn({ actor }: WithActor, permission: string): readonly PermissionLimit[] | undefined {
  if (actor.kind === 'anonymous' || actor.permissions.includes(permission)) return undefined
  return actor.limited?.[permission]
}

/** Whether the actor has the permission, everywhere or within limits. */
export const mayUse = ({ actor }: WithActor, permission: string): boolean =>
  actor.kind !== 'anonymous' && (actor.permissions.includes(permission) || actor.limited?.[permission] !== undefined)

/**
 * The condition that keeps a query to where who asks has the permission; `province`: of a record, its code or null;
 * `kind`: of an application. What has no kind is nobody's who is limited to some.
 */
export function permissionCondition(
  ctx: WithActor,
  permission: string,
  province: SQLWrapper,
  kind?: SQLWrapper,
): SQL | undefined {
  const limits = limitsOn(ctx, permission)
  if (limits === undefined) return undefined
  return or(...limits.map(limit => and(isAmong(limit.provinces, province), isAmong(limit.kinds, kind)))) ?? sql`false`
}

function isAmong(codes: readonly string[] | undefined, value: SQLWrapper | undefined): SQL | undefined {
  if (codes === undefined) return undefined
  return value && codes.length > 0 ? inArray(sql`${value}`, [...codes]) : sql`false`
}

/** Province of a record and kind of an application, to be compared with a limit. */
export type Place = { province?: string | null | undefined; kind?: string | undefined }

/** Whether a limit covers this place. */
export const limitCovers = ({ provinces, kinds }: PermissionLimit, { province, kind }: Place): boolean =>
  (provinces === undefined || provinces.includes(province ?? '')) && (kinds === undefined || kinds.includes(kind ?? ''))

export const isWithin = (ctx: WithActor, permission: string, province: Place['province'], kind?: string): boolean =>
  limitsOn(ctx, permission)?.some(limit => limitCovers(limit, { province, kind })) ?? true

/** Refuses what is elsewhere, or of no province, to whoever has the permission somewhere only. */
export function refuseOutside(ctx: WithActor, permission: string, province: Place['province'], kind?: string): void {
  if (isWithin(ctx, permission, province, kind)) return
  const limits = limitsOn(ctx, permission) ?? []
  const own = [...new Set(limits.flatMap(({ provinces = [] }) => provinces))].map(provinceName)
  const kinds = limits.some(limit => limit.kinds) ? ['部分事项'] : []
  const where = [own.join('、'), ...kinds].filter(Boolean).join('和')
  throw forbidden(where ? `您的权限限于${where}，这条记录不在其中` : NO_PROVINCE_MESSAGE)
}

const NO_PROVINCE_MESSAGE = '您的权限现在不含任何地区，看不到任何记录，请与管理员联系'
