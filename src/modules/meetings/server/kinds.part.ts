import { asc, count, eq, inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { agendaKindFields } from '../meetingForm.ts'
import { meetingRecords } from '../staffContract.ts'
import { agendaKind, meetingItem } from './tables.ts'

type Kind = typeof agendaKind.$inferSelect

const readKinds = ({ db }: Pick<Ctx, 'db'>): Promise<Kind[]> =>
  db.select().from(agendaKind).orderBy(asc(agendaKind.sort), asc(agendaKind.id))

async function usesOf({ db }: Pick<Ctx, 'db'>, kinds: readonly Kind[]) {
  const ids = kinds.map(({ id }) => id)
  const rows = await db
    .select({ id: meetingItem.kindId, n: count() })
    .from(meetingItem)
    .where(inArray(meetingItem.kindId, ids))
    .groupBy(meetingItem.kindId)
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  return ({ id }: Kind) => counts.get(id) ?? 0
}

/** 议题种类: kinds of items besides applications. */
defineSiteRecords<Kind>({
  objectType: 'agendaKind',
  ...meetingRecords.agendaKind,
  fields: agendaKindFields,
  read: readKinds,
  valuesOf: ({ name, isOpen }): FormValues => ({ name, isOpen: isOpen ? 'yes' : 'no' }),
  async check(ctx, values, before) {
    const others = (await readKinds(ctx)).filter(({ id }) => id !== before?.id)
    return wrongIf(
      others.some(({ name }) => name === values.name),
      { name: '已有这个名称的种类' },
    )
  },
  write: ({ db }, values, before) =>
    saveInOrder(db, agendaKind, { name: String(values.name), isOpen: values.isOpen === 'yes' }, before),
  table: agendaKind,
  order: {},
  uses: usesOf,
  refusal: async ({ db }, { id }) =>
    `已有 ${await db.$count(meetingItem, eq(meetingItem.kindId, id))} 项议题，不能删除；可以停用`,
  pack: { key: 'name' },
})
