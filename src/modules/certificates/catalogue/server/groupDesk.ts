import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { conflict } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { nextId } from '#lib/server/database/readableId.ts'
import type { Register } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { defineSiteRecords, type SiteRecords } from '#modules/settings/server/siteRecords.ts'
import type { groupList } from '../contract.ts'
import type { GroupTable, KindTable } from './columns.ts'

type Group = { id: number; code: string; name: string }
type Listed = z.output<typeof groupList>
type Options<G extends Group> = Pick<
  SiteRecords<G, Listed>,
  'objectType' | 'called' | 'who' | 'fields' | 'read' | 'valuesOf'
> & {
  register: Register
  table: GroupTable
  kinds: KindTable
  rowOf: (values: FormValues) => object
  /** Checks of the fields that only this catalogue has. */
  check?: (ctx: Ctx, values: FormValues) => Promise<FieldErrors>
  /** Fields that stand in no pack. */
  leaves?: readonly string[]
}

/** The desk of the groups of a catalogue. A certificate names its group by the code. */
export function defineGroupDesk<G extends Group>(options: Options<G>) {
  const { register, table, kinds, rowOf, check, leaves = [], ...records } = options
  const { read } = records
  const issuedIn = (code: string) => and(eq(certificate.register, register), eq(certificate.groupCode, code))

  return defineSiteRecords<G, Listed>({
    ...records,
    facts: async ctx => {
      const counts = await ctx.db.select({ id: kinds.groupId, n: count() }).from(kinds).groupBy(kinds.groupId)
      return group => ({
        code: group.code,
        isRetired: records.valuesOf(group).state === 'retired',
        kinds: counts.find(({ id }) => id === group.id)?.n ?? 0,
      })
    },
    check: async (ctx, values, before) => {
      const others = (await read(ctx)).filter(({ id }) => id !== before?.id)
      const errors: FieldErrors = { ...(await check?.(ctx, values)) }
      if (!/^[A-Z][A-Z0-9]{0,3}$/.test(String(values.code)))
        errors.code = '代号应为 1 到 4 个大写字母或数字，以字母开头，例如 QX'
      const same = others.find(({ code }) => code === values.code)
      if (same) errors.code = `代号 ${values.code} 已用于“${same.name}”`
      if (before && before.code !== values.code && (await ctx.db.$count(certificate, issuedIn(before.code))) > 0)
        errors.code = '已发过这一大类的证书，代号不能再改'
      if (others.some(({ name }) => name === values.name)) errors.name = `已有名为“${values.name}”的大类`
      return errors
    },
    write: async ({ db }, values, before) =>
      saveInOrder(db, table, { ...rowOf(values), id: before?.id ?? (await nextId(db, table)) }, before),
    remove: async (ctx, { id, name, code }) => {
      const inside = await ctx.db.$count(kinds, eq(kinds.groupId, id))
      if (inside > 0) throw conflict(`“${name}”里还有 ${inside} 个种类，不能删除；请先移到别的大类，或逐个删除`)
      const issued = await ctx.db.$count(certificate, issuedIn(code))
      if (issued > 0) throw conflict(`“${name}”已发过 ${issued} 张证书，不能删除`)
      await ctx.db.delete(table).where(eq(table.id, id))
    },
    pack: { key: 'code', leaves },
    order: {},
    table,
  })
}

/** Groups as the options of a kind's form. */
export const groupOptions = (groups: readonly Group[]) =>
  groups.map(({ id, code, name }) => ({ code: String(id), name: `${code} ${name}` }))
