import { and, count, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { choicesIn, type FieldErrors, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { nextIdBelow } from '#lib/server/database/readableId.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { kindElsewhere } from '#modules/certificates/server/certificateCatalogue.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { qualificationCase, qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import { codeFaults, extraFieldFaults } from '#modules/review/server/extraFields.ts'
import { defineMaterialLists } from '#modules/review/server/materialNames.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { kindFields, kindSections } from '../catalogueForm.ts'
import { qualificationRecords } from '../contract.ts'
import { readAllKinds } from './allKinds.ts'
import { readGroups } from './catalogue.ts'
import { holderKinds } from './holderKinds.ts'
import type { QualificationKind } from './kindSettings.ts'
import { kindForm, levelForm, valuesOf } from './kindValues.ts'

async function checkKind(
  ctx: Ctx,
  values: FormValues,
  all: readonly QualificationKind[],
  before: QualificationKind | undefined,
): Promise<FieldErrors> {
  const elsewhere = await kindElsewhere(ctx, 'qualification', String(values.code))
  return {
    ...(elsewhere ? { code: `代号 ${values.code} 已用于“${elsewhere.name}”` } : {}),
    ...basicFaults(values, all, before),
    ...codeFaults(values, 'levels', /^[A-Z0-9]{1,4}$/, '代号应为 1 到 4 个大写字母或数字，例如 A、SA、1'),
    ...codeFaults(values, 'materials', /^M\d{2}$/, '代号应为 M 加两位数字，例如 M04'),
    ...extraFieldFaults(values, 'fields'),
    ...holderFaults(values),
    ...(before ? await usedFaults(ctx, values, before) : {}),
  }
}

const DAY_OF_YEAR = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

function basicFaults(
  values: FormValues,
  all: readonly QualificationKind[],
  before: QualificationKind | undefined,
): FieldErrors {
  const { code, numberRule, annualFrom, annualTo } = values
  const same = all.find(kind => kind.code === code && kind.id !== before?.id)
  const days = [String(annualFrom), String(annualTo)]
  const open = rowsIn(values, 'levels').filter(({ isOpen }) => isOpen)
  const wrong: [boolean, string, string | undefined][] = [
    [!/^[A-Z0-9]{2,6}$/.test(String(code)), 'code', '代号应为 2 到 6 个大写字母或数字，例如 QX01'],
    [same !== undefined, 'code', `代号 ${code} 已用于“${same?.name}”`],
    [!DAY_OF_YEAR.test(days[0]!), 'annualFrom', '应为月和日，例如 01-01'],
    [!DAY_OF_YEAR.test(days[1]!), 'annualTo', '应为月和日，例如 03-31'],
    [days[0]! > days[1]!, 'annualTo', '截止应在开始之后，且在同一年内'],
    [ruleFault(String(numberRule)) !== undefined, 'numberRule', ruleFault(String(numberRule))],
    [
      choicesIn(values, 'flags').includes('isOpen') && open.length === 0,
      'flags',
      '接受申请的种类至少要有一个接受申请的级别',
    ],
  ]
  return Object.fromEntries(wrong.flatMap(([isSo, name, message]) => (isSo ? [[name, message!]] : [])))
}

/** A rule asks for something, of a level that there is. */
function holderFaults(values: FormValues): FieldErrors {
  const levels = rowsIn(values, 'levels').map(({ code }) => code)
  const wrong = rowsIn(values, 'holderRules').flatMap(({ level, count, share }, i) => [
    ...(level && !levels.includes(level) ? [[`holderRules.${i}.level`, `没有代号为 ${level} 的级别`]] : []),
    ...(!count && !share ? [[`holderRules.${i}.count`, '人数和比例至少填写一项']] : []),
  ])
  return Object.fromEntries(wrong)
}

/** Refuses changes to codes that certificates or open applications refer to. */
async function usedFaults(ctx: Ctx, values: FormValues, before: QualificationKind): Promise<FieldErrors> {
  const [issued, applied] = [await issuedByLevel(ctx, before.code), await appliedByLevel(ctx, before.id)]
  const errors: FieldErrors = {}
  if (values.code !== before.code && issued.size > 0) errors.code = '已发过这一种类的证书，代号不能再改'
  const codes = rowsIn(values, 'levels').map(({ code }) => code)
  const gone = before.levels.filter(({ code }) => !codes.includes(code))
  for (const { code, name } of gone) {
    const used = [
      issued.has(code) && `${issued.get(code)} 张证书`,
      applied.has(code) && `${applied.get(code)} 份在办申请`,
    ].filter(Boolean)
    if (used.length)
      errors.levels = `${name}（${code}）已有${used.join('、')}，不能删除或改代号；不再办理的，请取消它的“接受申请”`
  }
  return errors
}

async function issuedByLevel({ db }: Ctx, kindCode: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ code: certificate.levelCode, n: count() })
    .from(certificate)
    .where(and(eq(certificate.register, 'qualification'), eq(certificate.kindCode, kindCode)))
    .groupBy(certificate.levelCode)
  return new Map(rows.map(({ code, n }) => [code ?? '', n]))
}

/** A form says which level it asks for. */
async function appliedByLevel({ db }: Ctx, kindId: number): Promise<Map<string, number>> {
  const code = sql<string>`coalesce(${application.form} ->> 'levelCode', '')`
  const rows = await db
    .select({ code, n: count() })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(and(eq(qualificationCase.kindId, kindId), inArray(application.state, openStates())))
    .groupBy(code)
  return new Map(rows.map(row => [row.code, row.n]))
}

/** Options for the choice fields of a kind's form. */
export async function kindChoices(ctx: Pick<Ctx, 'db'>) {
  const groups = (await readGroups(ctx)).map(({ id, code, name }) => ({ code: String(id), name: `${code} ${name}` }))
  const persons = (await holderKinds(ctx)).map(({ code, name }) => ({ code, name: `${code} ${name}` }))
  return { groups, holderKinds: persons }
}

defineMaterialLists(async ctx => (await readAllKinds(ctx)).map(({ materials }) => materials))

/** The kinds of the catalogue, as staff keep them: how each is applied for, numbered and paid. */
defineSiteRecords<QualificationKind, ListOf<typeof qualificationRecords.qualificationKind>>({
  objectType: 'qualificationKind',
  ...qualificationRecords.qualificationKind,
  fields: async ctx => kindFields(await kindChoices(ctx)),
  read: readAllKinds,
  valuesOf,
  facts: async ctx => {
    const counts = await countKindUse(ctx)
    return kind => ({ groupId: kind.groupId, code: kind.code, levels: kind.levels.length, ...counts(kind) })
  },
  // A new kind begins with these; the others are filled in on a screen of its own.
  listing: async (_, listRows) => {
    const { fields, ...rest } = await listRows()
    return { ...rest, fields: fields.filter(({ section }) => section === kindSections[0]) }
  },
  check: async (ctx, values, before) => checkKind(ctx, values, await readAllKinds(ctx), before),
  write,
  remove,
  pack: { key: 'code', refers: { groupId: 'qualificationGroup' } },
  order: { by: 'groupId' },
  table: qualificationKind,
})

export async function countKindUse(ctx: Ctx) {
  const valid = await countValid(ctx, 'qualification')
  const applied = await ctx.db
    .select({ kindId: qualificationCase.kindId, n: count() })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(and(inArray(application.state, openStates()), ne(application.state, 'draft')))
    .groupBy(qualificationCase.kindId)
  return ({ id, code }: { id: number; code: string }) => ({
    certificates: valid.reduce((sum, row) => sum + (row.kindCode === code ? row.count : 0), 0),
    applications: applied.find(({ kindId }) => kindId === id)?.n ?? 0,
  })
}

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
