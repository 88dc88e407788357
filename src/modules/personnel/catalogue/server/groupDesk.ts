import { count, eq } from 'drizzle-orm'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { nextId } from '#lib/server/database/readableId.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { personnelGroup, personnelKind } from '#modules/personnel/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { personnelRecords } from '../contract.ts'
import { groupFields } from '../kindForm.ts'
import { type PersonnelGroup, readGroups } from './kinds.ts'

/** Maps `isRetired` to the form's state field. */
export const stateColumn = {
  read: ({ isRetired }: { isRetired: boolean }) => (isRetired ? ('retired' as const) : ('open' as const)),
  write: (state: 'open' | 'retired' | null) => ({ isRetired: state === 'retired' }),
}

const groupForm = bindForm(groupFields, personnelGroup, { state: stateColumn }).besides({ id: true, sort: true })

/** The groups of persons' certificates, as staff keep them. */
defineSiteRecords<PersonnelGroup, ListOf<typeof personnelRecords.personnelGroup>>({
  objectType: 'personnelGroup',
  ...personnelRecords.personnelGroup,
  fields: groupFields,
  read: readGroups,
  valuesOf: groupForm.valuesOf,
  facts:
    () =>
    ({ code, isRetired }) => ({ code, isRetired }),
  check,
  write: async ({ db }, values, before) => {
    const id = before?.id ?? (await nextId(db, personnelGroup))
    return saveInOrder(db, personnelGroup, { ...groupForm.rowOf(values), id }, before)
  },
  table: personnelGroup,
  uses: async ctx => {
    const kinds = await ctx.db
      .select({ groupId: personnelKind.groupId, n: count() })
      .from(personnelKind)
      .groupBy(personnelKind.groupId)
    const issued = await issuedByGroup(ctx)
    return ({ id, code }) => (kinds.find(({ groupId }) => groupId === id)?.n ?? 0) + (issued.get(code) ?? 0)
  },
  pack: { key: 'code' },
  order: {},
})

async function issuedByGroup({ db }: Pick<Ctx, 'db'>): Promise<Map<string, number>> {
  const rows = await db
    .select({ code: certificate.groupCode, n: count() })
    .from(certificate)
    .where(eq(certificate.register, 'personnel'))
    .groupBy(certificate.groupCode)
  return new Map(rows.map(({ code, n }) => [code, n]))
}

async function check(ctx: Ctx, { code, name }: FormValues, before?: PersonnelGroup): Promise<FieldErrors> {
  const others = (await readGroups(ctx)).filter(({ id }) => id !== before?.id)
  const errors: FieldErrors = {}
  if (!/^[A-Z][A-Z0-9]{0,3}$/.test(String(code))) errors.code = '代号应为 1 到 4 个大写字母或数字，以字母开头，例如 QX'
  const same = others.find(group => group.code === code)
  if (same) errors.code = `代号 ${code} 已用于“${same.name}”`
  if (others.some(group => group.name === name)) errors.name = `已有名为“${name}”的大类`
  if (before && before.code !== code && (await issuedByGroup(ctx)).has(before.code))
    errors.code = '已发过这一大类的证书，代号不能再改'
  return errors
}
