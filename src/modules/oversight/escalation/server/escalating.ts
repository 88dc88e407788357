import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { type Overdue, overdueWork } from '#lib/server/oversight/escalations.ts'
import { escalation } from '#lib/server/oversight/tables.ts'
import { readRoles } from '#modules/accounts/roles/server/roles.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { record } from '#modules/audit/server/record.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { nameOfRule, type Rule, readRules } from './rules.part.ts'

const escalated = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.escalated',
  name: '超期督办',
  title: '督办：{名称}',
  content: '{名称}：{事项}，自 {日期} 起未办，请督促办理。',
  placeholders: {
    名称: '示例机电有限公司的入会申请',
    事项: '申请超过办理时限 3 个工作日以上',
    日期: '2026-11-20',
  },
})

/** Notifies the roles named by the escalation rules of overdue work, once per case. Run by a job. */
export async function escalateOverdue(ctx: Ctx): Promise<number> {
  const rules = await readRules(ctx)
  if (rules.length === 0) return 0
  const roles = await readRoles(ctx)
  const staff = await activeStaff(ctx)
  let told = 0
  for (const rule of rules) {
    const role = roles.find(({ code }) => code === rule.role)
    const work = overdueWork().find(({ code }) => code === rule.work)
    const holders = staff.filter(one => one.roles.includes(rule.role)).map(({ id }) => id)
    // Without a recipient the case is left open: it is found again once somebody holds the role.
    if (!role || role.isRetired || !work || holders.length === 0) continue
    for (const overdue of await work.find(ctx, rule.daysOver))
      if (await notifyOverdue(ctx, rule, overdue, { roleName: role.name, holders })) told += 1
  }
  return told
}

type EscalationTarget = { roleName: string; holders: number[] }

/** Notifies of one case; returns false when another process has done it already. */
const notifyOverdue = (
  ctx: Ctx,
  rule: Rule,
  overdue: Overdue,
  { roleName, holders }: EscalationTarget,
): Promise<boolean> =>
  inTransaction(ctx, async inside => {
    const { objectType, objectId, title, since, daysOver, route } = overdue
    const ruleName = nameOfRule(rule)
    const row = { ruleId: rule.id, ruleName, objectType, objectId, since, daysOver, toldTo: roleName, at: ctx.now }
    const made = await inside.db.insert(escalation).values(row).onConflictDoNothing().returning({ id: escalation.id })
    if (made.length === 0) return false
    const texts = await renderTemplate(inside, escalated.code, { 名称: title, 事项: ruleName, 日期: since })
    const what = { ...texts, kind: 'operation', sms: undefined, route, objectType, objectId } as const
    await notifyStaff(inside, { accountIds: holders }, what)
    const detail = { watchRule: ruleName, toldTo: roleName, daysOver }
    await record(inside, { action: 'escalation.tell', objectType, objectId, objectName: title, detail })
    return true
  })
