import { and, asc, eq, isNull } from 'drizzle-orm'
import { rowsIn } from '#lib/form/form.ts'
import { maskName } from '#lib/mask.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { type Application, defineKind, type Entered } from '#modules/review/server/applicationKinds.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import { batchFields } from './batchForm.ts'
import { issueBatch } from './batchIssuing.ts'
import { organisationOf, plan, readPeople } from './batchPeople.ts'
import { findBatch } from './batchQueries.ts'
import { certificateBatch } from './tables.ts'

/** 发证批次: one person draws it up, another passes it, the public may object, and then all of it is issued at once. */
export const batchKind = defineKind({
  kind: 'certificateBatch',
  name: '发证批次',
  prefix: 'FZ',
  messages: 'training',
  schema: async ({ db }, { subjectId }) => {
    const [of] = await db
      .select({ hasNotice: certificateBatch.hasNotice })
      .from(certificateBatch)
      .where(eq(certificateBatch.id, subjectId ?? 0))
    return { path: of?.hasNotice === false ? ['review'] : ['review', 'notice'], fields: batchFields, slots: [] }
  },
  route: (_, id) => `/staff/review/${id}`,
  title: (values, { title }) => (values.course ? `${values.course}（${rowsIn(values, 'people').length} 人）` : title),
  announces: (first, count) => `签发${first}${count > 1 ? `等 ${count} 批` : ''}人员证书`,
  bars,
  notice: noticeOf,
  aside: asideOf,
  entered: {
    returned: openAll,
    approved: issueBatch,
    rejected: release,
    withdrawn: release,
    expired: release,
  },
})

/** Four eyes: whoever handed it in, once or again, does not decide on it. */
async function bars(ctx: Ctx, { id }: Application): Promise<string | undefined> {
  const own = and(
    eq(applicationEvent.applicationId, id),
    eq(applicationEvent.by, 'applicant'),
    eq(applicationEvent.actorId, signed(ctx).accountId),
  )
  const [handedIn] = await ctx.db.select({ id: applicationEvent.id }).from(applicationEvent).where(own).limit(1)
  return handedIn && '该批次由您提交，须由另一位工作人员审核'
}

/** By masked name. The employer stands beside it where the person agreed to be shown (PIPL, art. 25). */
async function noticeOf(ctx: Ctx, { subjectId }: Application) {
  const { found } = await findBatch(ctx, subjectId!)
  const people = await membersOf(ctx, found, subjectId!)
  const kindName = found.kind?.name ?? ''
  return {
    title: `${found.of.title}拟发证人员`,
    detail: `拟向 ${people.length} 人签发“${kindName}”证书`,
    table: {
      head: ['姓名', '单位', '种类', '级别'],
      rows: people.map(row => [
        maskName(row.name),
        row.person?.consentAt ? organisationOf(row) : '',
        kindName,
        row.level.name,
      ]),
    },
  }
}

type Found = Awaited<ReturnType<typeof findBatch>>['found']
const membersOf = async (ctx: Ctx, found: Found, batchId: number) =>
  plan(
    ctx,
    found,
    await readPeople(ctx, eq(participant.batchId, batchId)).orderBy(asc(participant.ticketNumber), asc(participant.id)),
  )

async function asideOf(ctx: Ctx, { subjectId }: Application) {
  const { found } = await findBatch(ctx, subjectId!)
  const people = await membersOf(ctx, found, subjectId!)
  const { of, kind } = found
  const troubled = people.filter(({ problem, certificateId }) => problem && certificateId === null)
  const pass = [`理论 ${of.passScore} 分`, ...(of.passPractice === null ? [] : [`实操 ${of.passPractice} 分`])]
  const facts = [
    { label: '培训日期', text: `${of.startsOn} 至 ${of.endsOn}` },
    { label: '合格标准', text: of.hasExam ? pass.join('，') : '不考试，按到课情况' },
    { label: '有效期', text: kind ? lifeOf(kind) : '' },
    { label: '发证人数', text: `${people.length} 人，其中换证 ${people.filter(({ old }) => old).length} 人` },
    ...troubled.slice(0, 10).map(({ name, problem }) => ({ label: name, text: problem, isBad: true })),
  ]
  const mayOpen = signed(ctx).permissions.includes('staff:training')
  const link = { name: '成绩与发证', route: `/staff/course-results/${of.id}?tab=certificates` }
  return [{ title: '培训班', facts, ...(mayOpen && { link }) }]
}

const lifeOf = ({ validYears }: { validYears: number | null }) => (validYears === null ? '长期' : `${validYears} 年`)

/** Whoever is taken out changes the list, whatever the reviewer marked. */
async function openAll({ db }: Ctx, { application: { id, remarks } }: Entered): Promise<undefined> {
  if (remarks.length === 0) return
  const whole = { label: '发证名单', text: '请随上述意见一并核对' }
  await db
    .update(application)
    .set({ remarks: [...remarks, whole] })
    .where(eq(application.id, id))
}

/** They may go into another batch. */
async function release({ db }: Ctx, { application: { subjectId } }: Entered): Promise<undefined> {
  await db
    .update(participant)
    .set({ batchId: null })
    .where(and(eq(participant.batchId, subjectId!), isNull(participant.certificateId)))
}
