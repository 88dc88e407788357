import { and, eq, notInArray, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { nextIdBelow } from '#lib/server/database/readableId.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { qualificationCase } from '#modules/qualifications/applying/server/tables.ts'
import { countMaterials } from '#modules/review/server/materialNames.ts'
import { keepSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { kindFields } from '../catalogueForm.ts'
import { readAllKinds } from './allKinds.ts'
import { readGroups } from './catalogue.ts'
import { holderKinds } from './holderKinds.ts'
import { checkKind } from './kindChecks.ts'
import type { QualificationKind } from './kindSettings.ts'
import { kindForm, levelForm, valuesOf } from './kindValues.ts'
import { qualificationKind, qualificationLevel } from './tables.ts'

/** What can be chosen on a kind's form. */
export async function kindChoices(ctx: Pick<Ctx, 'db'>) {
  const groups = (await readGroups(ctx)).map(({ id, code, name }) => ({ code: String(id), name: `${code} ${name}` }))
  const persons = (await holderKinds(ctx)).map(({ code, name }) => ({ code, name: `${code} ${name}` }))
  return { groups, holderKinds: persons }
}

countMaterials(async ctx => (await readAllKinds(ctx)).map(({ materials }) => materials))

/** The kinds of the catalogue, as staff keep them: how each is applied for, numbered and paid. */
export const kindDesk = keepSiteRecords<QualificationKind>({
  objectType: 'qualificationKind',
  called: '种类',
  permission: 'staff:certificates',
  fields: async ctx => kindFields(await kindChoices(ctx)),
  read: readAllKinds,
  valuesOf,
  check: async (ctx, values, before) => checkKind(ctx, values, await readAllKinds(ctx), before),
  write,
  remove,
  pack: { key: 'code', refers: { groupId: 'qualificationGroup' } },
  order: { by: 'groupId' },
  table: qualificationKind,
})

async function write({ db }: Ctx, values: FormValues, before: QualificationKind | undefined): Promise<number> {
  const row = kindForm.rowOf(values)
  const kindId = before?.id ?? (await nextIdBelow(db, qualificationKind, row.groupId, 2))
  const grown = sql`${qualificationKind.version} + 1`
  if (before)
    await db
      .update(qualificationKind)
      .set({ ...row, version: grown })
      .where(eq(qualificationKind.id, kindId))
  else {
    const last = sql`(select coalesce(max(sort), -1) + 1 from ${qualificationKind} where group_id = ${row.groupId})`
    await db.insert(qualificationKind).values({ ...row, id: kindId, sort: last })
  }
  const levels = rowsIn(values, 'levels').map(levelForm.rowOf)
  const kept = levels.map(({ code }) => code)
  await db
    .delete(qualificationLevel)
    .where(
      and(eq(qualificationLevel.kindId, kindId), kept.length ? notInArray(qualificationLevel.code, kept) : undefined),
    )
  for (const [sort, level] of levels.entries()) {
    const known = before?.levels.find(({ code }) => code === level.code)
    const id = known?.id ?? (await nextIdBelow(db, qualificationLevel, kindId, 1))
    await db
      .insert(qualificationLevel)
      .values({ ...level, id, kindId, sort })
      .onConflictDoUpdate({
        target: [qualificationLevel.kindId, qualificationLevel.code],
        set: { ...level, sort },
      })
  }
  return kindId
}

async function remove({ db }: Ctx, { id, code, name }: QualificationKind) {
  const isOurs = and(eq(certificate.register, 'qualification'), eq(certificate.kindCode, code))
  const [issued, applied] = [
    await db.$count(certificate, isOurs),
    await db.$count(qualificationCase, eq(qualificationCase.kindId, id)),
  ]
  const inside = [issued > 0 && `${issued} 张证书`, applied > 0 && `${applied} 份申请`].filter(Boolean)
  if (inside.length)
    throw conflict(`“${name}”已有 ${inside.join('、')}，不能删除；不再办理的，请在办理方式中取消“接受申请”`)
  await db.delete(qualificationLevel).where(eq(qualificationLevel.kindId, id))
  await db.delete(qualificationKind).where(eq(qualificationKind.id, id))
}
