import { eq, sql } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { nextIdBelow } from '#lib/server/database/readableId.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { keepSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { kindFields, levelColumns } from '../kindForm.ts'
import { inState } from './groupDesk.ts'
import { checkKind } from './kindChecks.ts'
import { type PersonnelKind, readGroups, readKinds } from './kinds.ts'
import { readKindUses, sumOf } from './kindUses.ts'

const kindForm = bindForm(kindFields([]), personnelKind, {
  groupId: { read: ({ groupId }) => String(groupId), write: groupId => ({ groupId: Number(groupId) }) },
  levels: {
    read: ({ levels }) => levels.map(({ code, name }) => ({ code, name })),
    write: rows => ({ levels: storedRows(levelColumns, rows) }),
  },
  state: inState,
}).besides({ id: true, sort: true })

/** The kinds of persons' certificates, as staff keep them. */
export const kindDesk = keepSiteRecords<PersonnelKind>({
  objectType: 'personnelKind',
  called: '种类',
  permission: 'staff:certificates',
  fields: async ctx => kindFields((await readGroups(ctx)).map(({ id, code, name }) => optionOf(id, `${code} ${name}`))),
  read: async ctx => readKinds(ctx),
  valuesOf: kindForm.valuesOf,
  check: checkKind,
  write,
  table: personnelKind,
  uses: async ctx => {
    const uses = await readKindUses(ctx)
    return ({ id }) => sumOf(uses.filter(({ kindId }) => kindId === id))
  },
  pack: { key: 'code', refers: { groupId: 'personnelGroup' } },
  order: { by: 'groupId' },
})

const optionOf = (id: number, name: string) => ({ code: String(id), name })

async function write({ db }: Ctx, values: FormValues, before: PersonnelKind | undefined): Promise<number> {
  const row = kindForm.rowOf(values)
  if (before) {
    await db.update(personnelKind).set(row).where(eq(personnelKind.id, before.id))
    return before.id
  }
  const id = await nextIdBelow(db, personnelKind, row.groupId, 2)
  const last = sql`(select coalesce(max(sort), -1) + 1 from ${personnelKind} where group_id = ${row.groupId})`
  await db.insert(personnelKind).values({ ...row, id, sort: last })
  return id
}
