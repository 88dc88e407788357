import { asc, count, eq, inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { complaintKindFields } from '../complaintForm.ts'
import { complaintRecords } from '../staffContract.ts'
import { readKinds } from './complaints.ts'
import { complaint, complaintKind } from './tables.ts'

type Kind = typeof complaintKind.$inferSelect

const linesOf = (typed: FormValues[string] | undefined): string[] => [
  ...new Set(
    String(typed ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]

const valuesOf = ({ name, prefix, days, topics, outcomes, isAboutData, isOpen }: Kind): FormValues => ({
  name,
  prefix,
  days,
  topics: topics.join('\n'),
  outcomes: outcomes.join('\n'),
  isAboutData: isAboutData ? 'yes' : 'no',
  isOpen: isOpen ? 'yes' : 'no',
})

async function usesOf({ db }: Pick<Ctx, 'db'>, kinds: readonly Kind[]) {
  const rows = await db
    .select({ id: complaint.kindId, n: count() })
    .from(complaint)
    .where(
      inArray(
        complaint.kindId,
        kinds.map(({ id }) => id),
      ),
    )
    .groupBy(complaint.kindId)
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  return ({ id }: Kind) => counts.get(id) ?? 0
}

defineSiteRecords<Kind>({
  objectType: 'complaintKind',
  ...complaintRecords.complaintKind,
  fields: complaintKindFields,
  read: ({ db }) => db.select().from(complaintKind).orderBy(asc(complaintKind.sort), asc(complaintKind.id)),
  valuesOf,
  async check(ctx, values, before) {
    const others = (await readKinds(ctx)).filter(({ id }) => id !== before?.id)
    const prefix = String(values.prefix ?? '')
    const isUsed = before !== undefined && (await usesOf(ctx, [before]))(before) > 0
    return {
      ...wrongIf(!/^[A-Z]{1,6}$/.test(prefix), { prefix: '只能用大写字母' }),
      ...wrongIf(
        others.some(one => one.prefix === prefix),
        { prefix: '另一个种类已用这个前缀' },
      ),
      ...wrongIf(
        others.some(one => one.name === values.name),
        { name: '已有这个名称的种类' },
      ),
      ...wrongIf(isUsed && prefix !== before.prefix, { prefix: '已有编号，不能再改' }),
    }
  },
  write: ({ db }, values, before) =>
    saveInOrder(
      db,
      complaintKind,
      {
        name: String(values.name),
        prefix: String(values.prefix),
        days: Number(values.days),
        topics: linesOf(values.topics),
        outcomes: linesOf(values.outcomes),
        isAboutData: values.isAboutData === 'yes',
        isOpen: values.isOpen === 'yes',
      },
      before,
    ),
  table: complaintKind,
  order: {},
  uses: usesOf,
  refusal: async ({ db }, { id }) =>
    `已有 ${await db.$count(complaint, eq(complaint.kindId, id))} 件，不能删除；可以停用`,
  pack: { key: 'prefix' },
})
