import { inArray } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import { defineForm, type FormRow, type FormValues, fieldsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { organisation } from '#modules/members/server/tables.ts'
import {
  applyFeeDecision,
  type FeeDecision,
  type FeesBefore,
  feeDecisionFaults,
  feeSentences,
  takeBackFeeDecision,
} from '#modules/membership/levels/server/feeDecision.ts'
import { memberLevel } from '#modules/membership/server/tables.ts'
import { readMonth } from '#modules/posts/postForms.ts'
import { appointmentsMade, type NewAppointment } from '#modules/posts/server/appointing.ts'
import { removeAppointment } from '#modules/posts/server/appointmentActs.ts'
import { readBodies, readPosts } from '#modules/posts/server/bodies.ts'
import { type Decision, defineMotionEffect } from './motionEffects.ts'

const field = fieldsIn('')
const rowsIn = (values: FormValues, name: string) => (values[name] ?? []) as FormRow[]
const said = (row: FormRow, name: string) => String(row[name] ?? '').trim()

const feesIn = (values: FormValues): FeeDecision => ({
  fromYear: Number(values.fromYear),
  fees: rowsIn(values, 'fees').map(row => ({ levelCode: Number(row.levelCode), amount: Number(row.amount) })),
})

/** 会费标准: the fees of levels from a year on. */
defineMotionEffect('levelFees', {
  name: '会费调整',
  hint: '议题通过并记录后，写入会员级别的“会费调整”，告知收费人员；已生成会费的年度不能改。',
  permission: 'staff:members',
  fields: async ({ db }) => {
    const levels = await db
      .select({ code: memberLevel.code, name: memberLevel.name })
      .from(memberLevel)
      .orderBy(memberLevel.sort)
    return defineForm([
      field('fromYear', '从哪一年起', { kind: 'number', required: true, min: 2000, max: 2100, unit: '年' }),
      field('fees', '会费', {
        kind: 'rows',
        required: true,
        max: 50,
        columns: defineForm([
          field('levelCode', '会员级别', {
            kind: 'choice',
            required: true,
            options: levels.map(({ code, name }) => ({ code: String(code), name })),
          }),
          field('amount', '会费', { kind: 'number', required: true, min: 0, max: 10_000_000, unit: '元/年' }),
        ]),
      }),
    ])
  },
  check: (ctx, values) => feeDecisionFaults(ctx, feesIn(values)),
  sentences: (ctx, values) => feeSentences(ctx, feesIn(values)),
  apply: (tx, values) => applyFeeDecision(tx, feesIn(values)),
  undo: (tx, values, before) => takeBackFeeDecision(tx, feesIn(values), before as FeesBefore),
})

/** People to be appointed, from the day of the meeting where no other is said. */
async function peopleIn({ db }: Pick<Ctx, 'db'>, values: FormValues, by: Decision): Promise<NewAppointment[]> {
  const rows = rowsIn(values, 'people')
  const names = rows.map(row => said(row, 'organisationName')).filter(Boolean)
  const known = await db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(inArray(organisation.name, names))
  return rows.map(row => {
    const organisationName = said(row, 'organisationName')
    const same = known.filter(({ name }) => name === organisationName)
    return {
      postId: Number(row.postId),
      personName: said(row, 'personName'),
      bornMonth: readMonth(said(row, 'bornMonth')) ?? null,
      // Of several organisations of one name none is taken: the name stands as it was typed.
      organisationId: same.length === 1 ? same[0]!.id : null,
      organisationName,
      position: said(row, 'position'),
      fromDay: said(row, 'fromDay') || by.decidedOn,
      decision: by.words,
      decidedOn: by.decidedOn,
    }
  })
}

/** Errors of several people are named by their row, those of one are not. */
const inRows = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [`people.${/^\d+\./.test(name) ? name : `0.${name}`}`, text]),
  )

type Made = { id: number; version: number }[]

/** 任命: people whose posts begin by this decision. */
defineMotionEffect('appointments', {
  name: '任命',
  hint: '议题通过并记录后登记任职，依据写为这次会议的这项议题；届时仍须符合任职规则。',
  permission: 'staff:posts',
  fields: async ctx => {
    const bodies = await readBodies(ctx)
    const posts = (await readPosts(ctx)).filter(({ isRetired }) => !isRetired)
    return defineForm([
      field('people', '任命', {
        kind: 'rows',
        required: true,
        max: 100,
        columns: defineForm([
          field('postId', '职务', {
            kind: 'choice',
            required: true,
            options: posts.map(({ id, bodyId, name }) => ({
              code: String(id),
              name: `${bodies.find(one => one.id === bodyId)?.name ?? ''}　${name}`,
            })),
          }),
          field('personName', '姓名', { kind: 'personName', required: true }),
          field('organisationName', '单位', { max: 100, hint: '与登记的单位同名的，即为该单位' }),
          field('position', '单位职务', { max: 40 }),
          field('bornMonth', '出生年月', { max: 12, hint: '例如 1968-05；职务有年龄规定的必填' }),
          field('fromDay', '任职起', { kind: 'day', hint: '留空为开会日期' }),
        ]),
      }),
    ])
  },
  check: async (ctx, values, by) => {
    const wrong: Record<string, string> = {}
    for (const [i, row] of rowsIn(values, 'people').entries())
      if (said(row, 'bornMonth') && !readMonth(said(row, 'bornMonth')))
        wrong[`people.${i}.bornMonth`] = '应为年月，例如 1968-05'
    if (Object.keys(wrong).length > 0) return wrong
    // The rules of posts are those of the appointment itself: it is tried, and rolled back.
    const people = await peopleIn(ctx, values, by)
    try {
      await dryRun(ctx, tx => appointmentsMade(tx, people))
      return {}
    } catch (error) {
      if (isRefusal(error) && error.fields) return inRows(error.fields)
      throw error
    }
  },
  sentences: async (ctx, values, by) => {
    const [posts, bodies] = [await readPosts(ctx), await readBodies(ctx)]
    return (await peopleIn(ctx, values, by)).map(({ postId, personName, organisationName, fromDay }) => {
      const post = posts.find(({ id }) => id === postId)
      const body = bodies.find(({ id }) => id === post?.bodyId)
      const from = organisationName ? `（${organisationName}）` : ''
      return `${personName}${from}自 ${longDay(fromDay)} 任${body?.name ?? ''}${post?.name ?? '已删除的职务'}`
    })
  },
  apply: async (tx, values, by): Promise<Made> =>
    (await appointmentsMade(tx, await peopleIn(tx, values, by))).map(({ id, version }) => ({ id, version })),
  undo: async (tx, _, made, reason) => {
    for (const one of made as Made) await removeAppointment(tx, { ...one, reason })
  },
})
