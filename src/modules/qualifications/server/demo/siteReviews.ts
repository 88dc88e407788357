import { asc, eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { conflictsOf } from '#modules/experts/server/conflicts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { rectify, showRectification } from '#modules/qualifications/site/server/rectifying.ts'
import { arrangeSite, declare } from '#modules/qualifications/site/server/siteArranging.ts'
import { applicantOf, judgedOf } from '#modules/qualifications/site/server/siteDetail.ts'
import { recordSite } from '#modules/qualifications/site/server/siteRecording.ts'
import { findSite } from '#modules/qualifications/site/server/siteReviews.ts'
import { siteFinding } from '#modules/qualifications/site/server/tables.ts'
import { keepMaterial } from './applicationFiles.ts'
import type { Running } from './applications.ts'

/** A leader and a member who have nothing to do with the applicant. */
async function groupFor(ctx: Ctx, id: number) {
  const experts = await ctx.db.select().from(expert).where(eq(expert.isActive, true)).orderBy(asc(expert.id))
  const ids = experts.map(({ id }) => id)
  const conflicts = await conflictsOf(ctx, ids, judgedOf(await findSite(ctx, id)))
  // Not always the same ones.
  const from = id % experts.length
  const free = [...experts.slice(from), ...experts.slice(0, from)].filter(({ id }) => !conflicts.get(id)?.length)
  const leader = free.find(({ mayLead }) => mayLead)!
  const member = free.find(({ id }) => id !== leader.id)!
  return [
    { expertId: leader.id, role: 'leader' as const },
    { expertId: member.id, role: 'member' as const },
  ]
}

export async function arrange({ id, as }: Running): Promise<void> {
  const ctx = await as('reviewer')
  const { address: place } = applicantOf(await findSite(ctx, id))
  const experts = await groupFor(ctx, id)
  await arrangeSite(ctx, {
    id,
    version: 0,
    plannedOn: addDays(dayOf(ctx.now), 4),
    days: 1,
    place,
    experts,
    observer: '',
    note: '请备好质量手册、设备台账和近四年业绩合同。',
  })
  for (const { expertId } of experts) await declare(ctx, { id, expertId, declared: true })
}

export async function conclude({ of, id, as }: Running): Promise<void> {
  const ctx = await as('reviewer')
  const { review } = await findSite(ctx, id)
  const findings = await ctx.db.select().from(siteFinding).where(eq(siteFinding.reviewId, review!.id))
  const isWell = of.until !== 'rectifying' && of.until !== 'verifying'
  const today = dayOf(ctx.now)
  const nonconformities = [
    { clause: '设备与仪器', description: '一台电导率仪已过校准有效期，仍在使用', dueOn: addDays(today, 20) },
    { clause: '作业记录', description: '抽查的两份作业记录缺少复核人签字', dueOn: addDays(today, 28) },
  ]
  await recordSite(ctx, {
    id,
    version: review!.version,
    action: 'conclude',
    fileIds: [await keepMaterial(ctx, '现场评审记录')],
    findings: findings.map(({ place }) => ({ place, result: 'conforms' as const, remark: '' })),
    ...(isWell
      ? { conclusion: 'recommended', nonconformities: [], summary: '体系运行有效，人员与设备满足要求。' }
      : { conclusion: 'afterRectification', nonconformities, summary: '体系运行基本有效，两项须整改。' }),
  })
}

/** What was asked for has been done. */
export async function correct({ of, id, as }: Running): Promise<void> {
  const ctx = await as(of.userName)
  const { version, list } = await showRectification(ctx, { id })
  const fileIds = [await keepMaterial(ctx, '整改证据')]
  const items = list.map(one => ({ id: one.id, correction: '已整改，见所附证据；并对同类情况做了排查。', fileIds }))
  await rectify(ctx, { id, version, items, action: 'submit' })
}
