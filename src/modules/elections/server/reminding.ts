import { and, eq, isNull, lte, ne, or } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { stepNames } from '../calendar.ts'
import { SOON_DAYS } from '../electionFilters.ts'
import { type Election, keepNextStep, lockElection } from './elections.ts'
import { election } from './tables.ts'

const stepDue = defineTemplate({
  group: '换届选举',
  code: 'election.step',
  name: '日程到期提醒（发给办理选举的同事）',
  title: '{选举}：{步骤}，{期限}',
  content: '“{选举}”的“{步骤}”最晚应在 {截止} 办理，{期限}。',
  sms: '',
  placeholders: {
    选举: '第六届理事会换届选举',
    步骤: '冻结并公布选举人名册',
    截止: '2026-06-08',
    期限: '还有 7 天',
  },
})

/** Reminds staff of the next step of each election: a week before its latest day, on that day, and once it is late. */
export async function remindOfElections(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  const due = await ctx.db
    .select({ id: election.id })
    .from(election)
    .where(
      and(
        ne(election.state, 'cancelled'),
        // Elections from before the next step was kept have none.
        or(lte(election.nextDay, addDays(today, SOON_DAYS)), and(isNull(election.nextStep), isNull(election.filedOn))),
      ),
    )
  for (const { id } of due) await inTransaction(ctx, async tx => remindOf(tx, await lockElection(tx, id), today))
}

async function remindOf(ctx: Ctx, stored: Election, today: string): Promise<void> {
  const of = await keepNextStep(ctx, stored)
  if (!of.nextStep || !of.nextDay) return
  const left = daysBetween(today, of.nextDay)
  if (left > SOON_DAYS) return
  const stage = left < 0 ? 'late' : left === 0 ? 'today' : 'soon'
  const remindedOf = `${of.nextStep} ${of.nextDay} ${stage}`
  if (remindedOf === of.remindedOf) return
  await ctx.db.update(election).set({ remindedOf }).where(eq(election.id, of.id))
  const words = left < 0 ? `已晚 ${-left} 天` : left === 0 ? '今天到期' : `还有 ${left} 天`
  const { title, content } = await renderTemplate(ctx, stepDue.code, {
    选举: of.title,
    步骤: stepNames[of.nextStep],
    截止: of.nextDay,
    期限: words,
  })
  const about = { route: `/staff/elections/${of.id}`, objectType: 'election', objectId: of.id }
  await notifyStaff(ctx, { permission: 'staff:elections' }, { kind: 'desk', title, content, ...about })
}
