import { eq } from 'drizzle-orm'
import { type FieldErrors, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { removeRow, saveInOrder } from '#lib/server/database/orderedRows.ts'
import { nextIdBelow } from '#lib/server/database/readableId.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { kindElsewhere } from '#modules/certificates/server/certificateCatalogue.ts'
import type { Register } from '#modules/certificates/server/filters.ts'
import { codeFaults } from '#modules/review/server/extraFields.ts'
import { defineSiteRecords, type Listed, type SiteRecords } from '#modules/settings/server/siteRecords.ts'
import type { KindTable } from './columns.ts'
import { describeUses, readKindUses, sumOf } from './kindUses.ts'

type Kind = { id: number; code: string; name: string; levels: readonly { code: string; name: string }[] }
type Options<K extends Kind, L extends Listed> = Pick<
  SiteRecords<K, L>,
  'objectType' | 'called' | 'who' | 'fields' | 'valuesOf' | 'facts' | 'listing'
> & {
  register: Register
  /** Record type of the groups. */
  groupType: string
  table: KindTable
  /** Kinds of record that its fields name by code. */
  names?: readonly string[]
  read: (ctx: Ctx) => Promise<K[]>
  rowOf: (values: FormValues, before: K | undefined) => { groupId: number }
  /** Gives the rows of a changed or new kind their codes, and fixes what relies on the ones before. */
  coded?: (ctx: Ctx, values: FormValues, kind: K | { id: number }) => Promise<FormValues>
  /** Checks of the fields that only this catalogue has. */
  check: (ctx: Ctx, values: FormValues, before: K | undefined) => Promise<FieldErrors> | FieldErrors
  /** What staff can do instead of deleting a kind, or a level, that is in use. */
  instead: { kind: string; level?: string }
  /** Stores and deletes the levels, where they have a table of their own. */
  levels?: {
    write: (ctx: Ctx, values: FormValues, kindId: number, before: K | undefined) => Promise<unknown>
    remove: (ctx: Ctx, kind: K) => Promise<unknown>
  }
}

/** The desk of the kinds of a catalogue. A certificate names its kind by the code alone, and its level likewise. */
export function defineKindDesk<K extends Kind, L extends Listed>(options: Options<K, L>) {
  const { register, groupType, table, names, rowOf, coded, check, instead, levels, ...records } = options
  return defineSiteRecords<K, L>({
    ...records,
    check: async (ctx, values, before) => ({
      ...codeFaults(values, 'levels', /^[A-Z0-9]{1,4}$/, '代号应为 1 到 4 个大写字母或数字，例如 A、SA、1'),
      ...(await kindCodeFault(ctx, values, before)),
      ...numberRuleFault(values),
      ...(before && (await usedFaults(ctx, values, before))),
      ...(await check(ctx, values, before)),
    }),
    write: async (ctx, written, before) => {
      const { groupId } = rowOf(written, before)
      const id = before?.id ?? (await nextIdBelow(ctx.db, table, groupId, 2))
      const values = (await coded?.(ctx, written, before ?? { id })) ?? written
      const row = rowOf(values, before)
      await saveInOrder(ctx.db, table, { ...row, id }, before, eq(table.groupId, row.groupId))
      await levels?.write(ctx, values, id, before)
      return id
    },
    uses: async ctx => {
      const usesOf = await readKindUses(ctx, register)
      return kind => sumOf(usesOf(kind))
    },
    refusal: async (ctx, kind) => {
      const uses = (await readKindUses(ctx, register))(kind)
      return `“${kind.name}”已有 ${describeUses(uses)}，不能删除，${instead.kind}`
    },
    remove: async (ctx, kind) => {
      await levels?.remove(ctx, kind)
      await removeRow(ctx.db, table, kind.id)
    },
    pack: { key: 'code', refers: { groupId: groupType }, ...(names && { names }) },
    order: { by: 'groupId' },
    table,
  })

  /** No two kinds have the same code, of whatever register. */
  async function kindCodeFault(ctx: Ctx, { code }: FormValues, before: K | undefined): Promise<FieldErrors> {
    if (!/^[A-Z0-9]{2,6}$/.test(String(code))) return { code: '代号应为 2 到 6 个大写字母或数字，例如 QX01' }
    const same = (await records.read(ctx)).find(kind => kind.code === code && kind.id !== before?.id)
    const taken = same ?? (await kindElsewhere(ctx, register, String(code)))
    return taken ? { code: `代号 ${code} 已用于“${taken.name}”` } : {}
  }

  /** Refuses changes of codes that other records name. */
  async function usedFaults(ctx: Ctx, values: FormValues, before: K): Promise<FieldErrors> {
    const uses = (await readKindUses(ctx, register))(before)
    const errors: FieldErrors = {}
    const byCode = describeUses(uses.filter(({ kindCode }) => kindCode !== undefined))
    if (values.code !== before.code && byCode) errors.code = `已有 ${byCode}，代号不能再改`
    const kept = rowsIn(values, 'levels').map(({ code }) => code)
    for (const { code, name } of before.levels) {
      const used = describeUses(uses.filter(({ levelCode }) => levelCode === code))
      if (!kept.includes(code) && used)
        errors.levels = `${name}（${code}）已有 ${used}，不能删除或改代号${instead.level ? `；${instead.level}` : ''}`
    }
    return errors
  }
}

function numberRuleFault({ numberRule }: FormValues): FieldErrors {
  const fault = numberRule ? ruleFault(String(numberRule)) : undefined
  return fault ? { numberRule: fault } : {}
}

/** How a kind's form and its table hold the group. */
export const groupColumn = {
  read: ({ groupId }: { groupId: number }) => String(groupId),
  write: (groupId: string | null) => ({ groupId: Number(groupId) }),
}
