import { asc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { valuesOfAllFields } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { correctCertificate } from '#modules/certificates/issuing/server/correcting.ts'
import { lastEventOf } from '#modules/certificates/issuing/server/staffDetail.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { isCorrectable, namesIn, winnerFields } from '../winnerForm.ts'
import { papersOf } from './winnerList.ts'
import { lockWinner, type Winner, winnerWordsOf } from './winners.ts'

type Endpoints = typeof staffWinnerContract
type Given = Parsed<Endpoints['POST /staff/award-winner/save']>
type Saved = Output<Endpoints['POST /staff/award-winner/save']>
/** Binds each field of a winner to its column; an empty `sort` leaves the position unchanged. */
const winnerForm = bindForm(winnerFields([]), awardWinner, {
  kindId: { read: ({ kindId }) => String(kindId), write: kindId => ({ kindId: Number(kindId) }) },
  organisations: {
    read: ({ organisations }) => organisations.join('\n'),
    write: typed => ({ organisations: namesIn(typed) }),
  },
  persons: { read: ({ persons }) => persons.join('\n'), write: typed => ({ persons: namesIn(typed) }) },
  sort: { read: ({ sort }) => sort, write: (sort): { sort?: number } => (sort === null ? {} : { sort }) },
}).besides({
  id: true,
  entryId: true,
  levelCode: true,
  publishedAt: true,
  withdrawnOn: true,
  withdrawnReason: true,
  version: true,
  actorName: true,
  createdAt: true,
  updatedAt: true,
  words: true,
  heading: true,
})

type Columns = Required<ReturnType<typeof winnerForm.rowOf>>

export const winnerSavingHandlers = {
  'POST /staff/award-winner/save': (ctx, given) =>
    inTransaction(ctx, tx =>
      given.id === undefined ? enter(tx, given) : correctWinner(tx, { ...given, id: given.id }),
    ),
  /** Typed twice, or by mistake: gone, where nobody has seen it and no certificate tells of it. */
  'POST /staff/award-winner/remove': (ctx, { reason, ...known }) =>
    inTransaction(ctx, async tx => {
      const of = await lockWinner(tx, known)
      if (of.entryId !== null) throw conflict('经评审授予的奖励不能删除，确需收回的请用“撤销奖励”')
      if (of.publishedAt) throw conflict('已公布的获奖项目不能删除，请先撤下')
      await tx.db.delete(awardWinner).where(eq(awardWinner.id, of.id))
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
  const of = await readWinnerForm(ctx, form, undefined)
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
  const after = await readWinnerForm(ctx, form, { before, isCertified: papers.length > 0 })
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

/** Corrects the certificates of a winner under the same number; the change is in their history. */
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
    await correctCertificate(ctx, { id: of.id, seen, form, effectiveOn: dayOf(ctx.now), reason })
  }
}

/** Validates the form over the stored values. A winner with certificates must keep its number of holders. */
async function readWinnerForm(
  ctx: Ctx,
  form: Given['form'],
  of: { before: Winner; isCertified: boolean } | undefined,
): Promise<Columns> {
  const kinds = await ctx.db.select().from(awardKind).orderBy(asc(awardKind.sort))
  const all = winnerFields(kinds)
  const fields = of?.isCertified ? all.filter(isCorrectable) : all
  const { values, errors } = readForm(fields, form, {
    whole: true,
    today: dayOf(ctx.now),
    words: await readPublicWordRule(ctx),
  })
  const said = winnerForm.columnsOf(
    valuesOfAllFields(
      fields.filter(({ name }) => !(name in errors)),
      values,
    ),
  )
  const { organisations = [], persons = [], awardedOn = '' } = said
  if (awardedOn > dayOf(ctx.now)) errors.awardedOn = '不能晚于今天'
  if (organisations.length + persons.length === 0) errors.organisations = '请至少填写一家单位或一名人员'
  if (of?.isCertified) {
    const { before } = of
    const only = (n: number, unit: string) => `证书已颁发给 ${n} ${unit}，只能更正名称，不能增减`
    if (organisations.length !== before.organisations.length)
      errors.organisations = only(before.organisations.length, '家单位')
    if (persons.length !== before.persons.length) errors.persons = only(before.persons.length, '名人员')
  }
  if (Object.keys(errors).length) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
  if (of) return { ...columnsOf(of.before), ...said }
  const row = winnerForm.rowOf(values)
  return { ...row, sort: row.sort ?? 0 }
}

const columnsOf = (of: Winner): Columns => {
  const { kindId, year, name, subTypeName, groupName, levelName, organisations, persons, awardedOn, sort } = of
  return { kindId, year, name, subTypeName, groupName, levelName, organisations, persons, awardedOn, sort }
}
