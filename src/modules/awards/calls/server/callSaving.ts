import { and, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled, unlabelled } from '#lib/form/formWords.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable } from '#modules/audit/server/restoring.ts'
import { awardCall, awardKind, type Call } from '#modules/awards/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { file } from '#modules/files/server/tables.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { callFaults, callFields } from '../callForm.ts'
import type { staffCallContract } from '../contract.ts'
import { callForm } from './callForm.ts'
import { doneWith, hasEntries, kindOfCall, lockCall, named, writeCall } from './callState.ts'
import { rulesIn } from './ruleForm.ts'

type Endpoints = typeof staffCallContract
type Create = Endpoints['POST /staff/award/call/create']

/** A draft with the rules of its kind, or with everything of an earlier year's. One a year: the second is told. */
export const createCall = (
  ctx: Ctx,
  { kindId, year, opensOn, closesOn, from }: Parsed<Create>,
): Promise<Output<Create>> =>
  inTransaction(ctx, async tx => {
    const [kind] = await tx.db.select().from(awardKind).where(eq(awardKind.id, kindId))
    if (!kind) throw invalid('请选择奖项', { kindId: '没有这个奖项' })
    if (closesOn < opensOn) throw invalid('申报截止应在开始之后', { closesOn: '应在申报开始之后' })
    const former = from === undefined ? undefined : await formerCall(tx, from, kindId)
    const [created] = await tx.db
      .insert(awardCall)
      .values({
        kindId,
        year,
        opensOn,
        closesOn,
        title: `${year} 年度${kind.name}申报通知`,
        ...(former && { leastScores: former.leastScores, hidesApplicants: former.hidesApplicants }),
        rules: former?.rules ?? kind.rules,
        templateFileId: former?.templateFileId ?? null,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
    if (!created) throw conflict(`${year} 年度的${kind.name}已有申报通知`)
    await record(tx, {
      ...named(created),
      action: 'awardCall.add',
      after: labelled(callFields, callForm.valuesOf(created)),
    })
    return doneWith(tx, await writeCall(tx, created, {}))
  })

async function formerCall({ db }: Ctx, id: number, kindId: number): Promise<Call> {
  const [found] = await db
    .select()
    .from(awardCall)
    .where(and(eq(awardCall.id, id), eq(awardCall.kindId, kindId)))
  if (!found) throw invalid('照抄的申报通知不存在', { from: '请选择同一奖项往年的通知' })
  return found
}

type Changes = { form: Record<string, unknown>; articleId?: number | null; templateId?: number | null }

async function changeCall(ctx: Ctx, before: Call, { form, articleId, templateId }: Changes, action: string) {
  const old = callForm.valuesOf(before)
  const values = await readCallForm(ctx, before, { ...old, ...form })
  await checkArticle(ctx, articleId)
  await publishTemplate(ctx, before, templateId)
  const after = await writeCall(ctx, before, {
    ...callForm.rowOf(values),
    ...(articleId !== undefined && { noticeArticleId: articleId }),
    ...(templateId !== undefined && { templateFileId: templateId }),
  })
  await recordChange(ctx, { ...named(after), action, before: wordsOf(before), after: wordsOf(after) })
  return after
}

const wordsOf = (of: Call) => ({
  ...labelled(callFields, callForm.valuesOf(of)),
  通知文章: of.noticeArticleId,
  申报书模板: of.templateFileId,
})

/** Validates a submitted form. Throws with the faults by field. */
async function readCallForm(ctx: Ctx, before: Call, form: Record<string, unknown>): Promise<FormValues> {
  const { values, errors } = readForm(callFields, form, {
    whole: true,
    today: dayOf(ctx.now),
    words: await readPublicWordRule(ctx),
  })
  const wrong: FieldErrors = { ...callFaults(values), ...(await lockedFaults(ctx, values, before)), ...errors }
  const names = Object.keys(wrong)
  if (names.length === 0) return values
  const labels = names.map(name => callFields.find(field => field.name === name.split('.')[0])?.label ?? name)
  throw invalid(`有 ${names.length} 处需要更正：${[...new Set(labels)].join('、')}`, wrong)
}

/** Returns faults for changes that others already rely on: dates after publication, rules after the first entry. */
async function lockedFaults(ctx: Ctx, values: FormValues, before: Call): Promise<FieldErrors> {
  const wrong: FieldErrors = {}
  if (before.state !== 'draft')
    for (const name of ['opensOn', 'closesOn'] as const)
      if (values[name] !== before[name]) wrong[name] = '已经发布：延长申报请用“延长”，并说明原因'
  if (await hasEntries(ctx, before)) {
    const [was, is] = [rulesIn(callForm.valuesOf(before)), rulesIn(values)]
    for (const name of typedKeys(was))
      if (JSON.stringify(was[name]) !== JSON.stringify(is[name])) wrong[name] = '已有申报，规则不能再改'
  }
  if (values.hides === 'yes' && (await kindOfCall(ctx, before)).form === 'honour')
    wrong.hides = '表彰单位与个人的奖项不能匿名评审'
  return wrong
}

async function checkArticle({ db }: Ctx, id: number | null | undefined) {
  if (!id) return
  const [found] = await db.select({ id: article.id }).from(article).where(eq(article.id, id))
  if (!found) throw notFound('没有这篇文章')
}

/** Makes the template public, because applicants read it without signing in. */
async function publishTemplate(ctx: Ctx, before: Call, id: number | null | undefined) {
  if (!id || id === before.templateFileId) return
  await attachFiles(ctx, [id])
  await ctx.db.update(file).set({ isPublic: true }).where(eq(file.id, id))
}

defineRestorable('awardCall', {
  permission: 'staff:awards',
  restore: (ctx, { objectId, before }) =>
    inTransaction(ctx, async tx => {
      const call = await lockCall(tx, objectId ?? 0)
      const form = unlabelled(callFields, before)
      if (Object.keys(form).length === 0) throw conflict('发布、截止和附件的改动不能这样恢复，请打开申报通知办理')
      await changeCall(tx, call, { form }, 'awardCall.restore')
    }),
})

export const callSavingHandlers = {
  'POST /staff/award/call/create': createCall,
  /** Some of it: what is not named stays. */
  'POST /staff/award/call/save': (ctx, { id, version, form, articleId, templateId }) =>
    inTransaction(ctx, async tx => {
      const before = await lockCall(tx, id, version)
      return doneWith(tx, await changeCall(tx, before, { form, articleId, templateId }, 'awardCall.change'))
    }),
} satisfies Partial<Handlers<Endpoints>>
