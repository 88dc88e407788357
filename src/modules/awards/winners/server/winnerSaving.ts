import { asc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { type FormValues, readForm } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { correct } from '#modules/certificates/issuing/server/correcting.ts'
import { lastEventOf } from '#modules/certificates/issuing/server/staffDetail.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { namesIn, winnerFields } from '../winnerForm.ts'
import { papersOf } from './winnerList.ts'
import { lockWinner, type Winner, winnerWordsOf } from './winners.ts'

type Endpoints = typeof staffWinnerContract
type Given = Parsed<Endpoints['POST /staff/award-winner/save']>
type Saved = Output<Endpoints['POST /staff/award-winner/save']>
type Columns = Pick<
  Winner,
  | 'kindId'
  | 'year'
  | 'name'
  | 'subTypeName'
  | 'groupName'
  | 'levelName'
  | 'organisations'
  | 'persons'
  | 'awardedOn'
  | 'sort'
>

export const winnerSavingHandlers = {
  'POST /staff/award-winner/save': (ctx, given) =>
    ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      return given.id === undefined ? enter(tx, given) : correctWinner(tx, { ...given, id: given.id })
    }),
  /** Typed twice, or by mistake: gone, where nobody has seen it and no certificate tells of it. */
  'POST /staff/award-winner/remove': (ctx, { reason, ...known }) =>
    ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const of = await lockWinner(tx, known)
      if (of.entryId !== null) throw conflict('经评审授予的奖励不能删除，确需收回的请用“撤销奖励”')
      if (of.publishedAt) throw conflict('已公布的获奖项目不能删除，请先撤下')
      await db.delete(awardWinner).where(eq(awardWinner.id, of.id))
      await record(tx, {
        action: 'awardWinner.remove',
        objectType: 'awardWinner',
        objectId: of.id,
        objectName: of.name,
        detail: { ...columnsOf(of), reason },
      })
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>

/** A winner of a year before there were certificates of ours. */
async function enter(ctx: Ctx, { form }: Given): Promise<Saved> {
  const of = await read(ctx, form, undefined)
  const [made] = await ctx.db
    .insert(awardWinner)
    .values({
      ...of,
      words: winnerWordsOf(of),
      actorName: await ownName(ctx),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  await recordChange(ctx, {
    action: 'awardWinner.create',
    objectType: 'awardWinner',
    objectId: made!.id,
    objectName: of.name,
    before: {},
    after: of,
  })
  return { id: made!.id, version: made!.version }
}

async function correctWinner(ctx: Ctx, { id, version = 0, form, reason }: Given & { id: number }): Promise<Saved> {
  if (!reason) throw invalid('请写明更正的原因', { reason: '请填写原因，有证书的会公开显示在查验页' })
  const before = await lockWinner(ctx, { id, version })
  if (before.withdrawnOn) throw conflict('这项奖励已撤销，不再更正')
  const papers = await papersOf(ctx, [id])
  const after = await read(ctx, form, { before, isCertified: papers.length > 0 })
  if (papers.length > 0) await correctPapers(ctx, { before, after, papers, reason })
  const [written] = await ctx.db
    .update(awardWinner)
    .set({
      ...after,
      words: winnerWordsOf(after),
      version: before.version + 1,
      actorName: await ownName(ctx),
      updatedAt: ctx.now,
    })
    .where(eq(awardWinner.id, id))
    .returning()
  await recordChange(ctx, {
    action: 'awardWinner.correct',
    objectType: 'awardWinner',
    objectId: id,
    objectName: after.name,
    before: columnsOf(before),
    after,
    detail: { reason },
  })
  return { id, version: written!.version }
}

type Correction = { before: Winner; after: Columns; papers: Awaited<ReturnType<typeof papersOf>>; reason: string }

/** What a certificate says wrongly is put right on it: under the same number, and in its history. */
async function correctPapers(ctx: Ctx, { before, after, papers, reason }: Correction) {
  for (const { paper, of } of papers) {
    const names = paper.holder === 'organisation' ? ['organisations' as const] : ['persons' as const]
    const [was, is] = [before[names[0]!][paper.place - 1], after[names[0]!][paper.place - 1]!]
    const scope = of.scope.replace(`：${before.name}\n`, () => `：${after.name}\n`)
    const form = {
      ...(scope !== of.scope && { scope }),
      ...(was !== is && (paper.holder === 'organisation' ? { organisationName: is } : { holderName: is })),
    }
    if (Object.keys(form).length === 0) continue
    const seen = await lastEventOf(ctx, of.id)
    await correct(ctx, { id: of.id, seen, form, effectiveOn: dayOf(ctx.now), reason })
  }
}

/** What was typed, over what is there; of one with certificates neither more nor fewer holders. */
async function read(
  ctx: Ctx,
  form: Given['form'],
  of: { before: Winner; isCertified: boolean } | undefined,
): Promise<Columns> {
  const kinds = await ctx.db.select().from(awardKind).orderBy(asc(awardKind.sort))
  const fields = winnerFields(kinds, of?.isCertified ?? false)
  const { values, errors } = readForm(fields, form, { whole: true, today: dayOf(ctx.now) })
  const columns = { ...(of && columnsOf(of.before)), ...toColumns(values) } as Columns
  if (columns.awardedOn > dayOf(ctx.now)) errors.awardedOn = '不能晚于今天'
  if (columns.organisations.length + columns.persons.length === 0) errors.organisations = '请至少填写一家单位或一名人员'
  if (of?.isCertified)
    for (const [name, unit] of [['organisations', '家单位'] as const, ['persons', '名人员'] as const])
      if (columns[name].length !== of.before[name].length)
        errors[name] = `证书已颁发给 ${of.before[name].length} ${unit}，只能更正名称，不能增减`
  if (Object.keys(errors).length) throw invalid(`有 ${Object.keys(errors).length} 项需要更正`, errors)
  return columns
}

const toColumns = (values: FormValues): Partial<Columns> => ({
  ...(values.kindId !== undefined && { kindId: Number(values.kindId) }),
  ...(values.year !== undefined && { year: Number(values.year) }),
  ...(values.levelName !== undefined && { levelName: String(values.levelName) }),
  ...(values.awardedOn !== undefined && { awardedOn: String(values.awardedOn) }),
  ...(values.subTypeName !== undefined && { subTypeName: String(values.subTypeName ?? '') }),
  name: String(values.name ?? ''),
  groupName: String(values.groupName ?? ''),
  organisations: namesIn(values.organisations),
  persons: namesIn(values.persons),
  ...(values.sort !== undefined && values.sort !== null && { sort: Number(values.sort) }),
})

const columnsOf = (of: Winner): Columns => {
  const { kindId, year, name, subTypeName, groupName, levelName, organisations, persons, awardedOn, sort } = of
  return { kindId, year, name, subTypeName, groupName, levelName, organisations, persons, awardedOn, sort }
}
