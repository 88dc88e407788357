import { and, count, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { choicesIn, type FieldErrors, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { nextIdBelow } from '#lib/server/database/readableId.ts'
import { groupOptions } from '#modules/certificates/catalogue/server/groupDesk.ts'
import { defineKindDesk } from '#modules/certificates/catalogue/server/kindDesk.ts'
import { defineKindUses } from '#modules/certificates/catalogue/server/kindUses.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { qualificationCase, qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import { fixEarlier, readAnswered } from '#modules/review/server/answeredQuestions.ts'
import { codeFaults, extraFieldFaults } from '#modules/review/server/extraFields.ts'
import { defineMaterialLists } from '#modules/review/server/materialNames.ts'
import { withRowCodes } from '#modules/review/server/rowCodes.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { wrongIf } from '#modules/settings/server/siteRecords.ts'
import { kindFields, kindSections } from '../catalogueForm.ts'
import { qualificationRecords } from '../contract.ts'
import { holderKinds } from './holderKinds.ts'
import { extraFields, type QualificationKind, readGroups, readKinds } from './kindSettings.ts'
import { kindForm, levelForm, valuesOf } from './kindValues.ts'

const DAY_OF_YEAR = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

function basicFaults(values: FormValues): FieldErrors {
  const days = [String(values.annualFrom), String(values.annualTo)]
  const open = rowsIn(values, 'levels').filter(({ isOpen }) => isOpen)
  return {
    ...wrongIf(!DAY_OF_YEAR.test(days[0]!), { annualFrom: '应为月和日，例如 01-01' }),
    ...wrongIf(!DAY_OF_YEAR.test(days[1]!), { annualTo: '应为月和日，例如 03-31' }),
    ...wrongIf(days[0]! > days[1]!, { annualTo: '截止应在开始之后，且在同一年内' }),
    ...wrongIf(choicesIn(values, 'flags').includes('isOpen') && open.length === 0, {
      flags: '接受申请的种类至少要有一个接受申请的级别',
    }),
  }
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

const countApplications =
  (where: SQL, levelCode: SQL<string>) =>
  async ({ db }: Pick<Ctx, 'db'>) =>
    db
      .select({ kindId: qualificationCase.kindId, levelCode, count: count() })
      .from(qualificationCase)
      .innerJoin(application, eq(application.id, qualificationCase.applicationId))
      .where(where)
      .groupBy(qualificationCase.kindId, sql`2`)

// The form of an application says which level it asks for; once it is decided, the level may go.
defineKindUses({
  register: 'qualification',
  called: '份在办申请',
  read: countApplications(
    inArray(application.state, openStates()),
    sql<string>`coalesce(${application.form} ->> 'levelCode', '')`,
  ),
})
defineKindUses({
  register: 'qualification',
  called: '份办结的申请',
  read: countApplications(notInArray(application.state, openStates()), sql<string>`''`),
})

const NOTHING_ASKED = { fields: [], materials: [] }

/** Applications for certificates of a kind. */
const isAppliedFor = ({ db }: Pick<Ctx, 'db'>, { id }: { id: number }): SQL =>
  inArray(
    application.id,
    db.select({ id: qualificationCase.applicationId }).from(qualificationCase).where(eq(qualificationCase.kindId, id)),
  )

/** Options for the choice fields of a kind's form. */
export async function kindChoices(ctx: Pick<Ctx, 'db'>) {
  const persons = (await holderKinds(ctx)).map(({ code, name }) => ({ code, name: `${code} ${name}` }))
  return { groups: groupOptions(await readGroups(ctx)), holderKinds: persons }
}

defineMaterialLists(async ctx => (await readKinds(ctx)).map(({ materials }) => materials))

/** The kinds of the catalogue, as staff keep them: how each is applied for, numbered and paid. */
defineKindDesk<QualificationKind, ListOf<typeof qualificationRecords.qualificationKind>>({
  register: 'qualification',
  objectType: 'qualificationKind',
  ...qualificationRecords.qualificationKind,
  groupType: 'qualificationGroup',
  // Rules for holders name the certificates of persons that count.
  names: ['personnelKind'],
  table: qualificationKind,
  fields: async ctx => kindFields(await kindChoices(ctx)),
  read: ctx => readKinds(ctx),
  valuesOf,
  rowOf: (values, before) => ({ ...kindForm.rowOf(values), version: (before?.version ?? 0) + 1 }),
  coded: async (ctx, values, kind) => {
    await fixEarlier(ctx, isAppliedFor(ctx, kind))
    const asked = 'form' in kind ? { fields: extraFields(kind), materials: kind.materials } : NOTHING_ASKED
    return withRowCodes(ctx, `qualificationKind.${kind.id}`, values, asked)
  },
  facts: async ctx => {
    const counts = await countKindUse(ctx)
    return kind => ({ groupId: kind.groupId, code: kind.code, levels: kind.levels.length, ...counts(kind) })
  },
  // A new kind begins with these; the others are filled in on a screen of its own.
  listing: async (_, listRows) => {
    const { fields, ...rest } = await listRows()
    return { ...rest, fields: fields.filter(({ section }) => section === kindSections[0]) }
  },
  check: (_, values) => ({
    ...basicFaults(values),
    ...codeFaults(values, 'materials', /^M\d{2,5}$/, '代号应为 M 加数字，例如 M04'),
    ...extraFieldFaults(values, 'fields'),
    ...holderFaults(values),
  }),
  levels: {
    write: writeLevels,
    remove: ({ db }, { id }) => db.delete(qualificationLevel).where(eq(qualificationLevel.kindId, id)),
  },
  instead: {
    kind: '不再办理的请在办理方式中取消“接受申请”',
    level: '不再办理的，请取消它的“接受申请”',
  },
})

async function writeLevels({ db }: Ctx, values: FormValues, kindId: number, before: QualificationKind | undefined) {
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
}

/** Own fields of a kind that applications have answered. */
export const readKindAnswered = (ctx: Ctx, kind: QualificationKind) =>
  readAnswered(ctx, isAppliedFor(ctx, kind), extraFields(kind))

export async function countKindUse(ctx: Ctx) {
  const valid = await countValid(ctx, 'qualification')
  const applied = await ctx.db
    .select({ kindId: qualificationCase.kindId, n: count() })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(and(inArray(application.state, openStates()), ne(application.state, 'draft')))
    .groupBy(qualificationCase.kindId)
  return ({ id, code }: { id: number; code: string }) => ({
    certificates: valid(code),
    applications: applied.find(({ kindId }) => kindId === id)?.n ?? 0,
  })
}
