import { asc, count } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { overdueWork } from '#lib/server/oversight/escalations.ts'
import { escalation } from '#lib/server/oversight/tables.ts'
import { readRoles } from '#modules/accounts/roles/server/roles.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { escalationRecords } from '../contract.ts'
import { ruleFields } from '../escalationForm.ts'
import { escalationRule } from './tables.ts'

export type Rule = typeof escalationRule.$inferSelect

export const readRules = ({ db }: Pick<Ctx, 'db'>): Promise<Rule[]> =>
  db.select().from(escalationRule).orderBy(asc(escalationRule.sort), asc(escalationRule.id))

/** 申请超过办理时限，超过 3 个工作日 */
export const nameOfRule = ({ work, daysOver }: Pick<Rule, 'work' | 'daysOver'>) => {
  const name = overdueWork().find(({ code }) => code === work)?.name ?? work
  return daysOver === 0 ? name : `${name} ${daysOver} 个工作日以上`
}

async function fieldsNow(ctx: Ctx) {
  const roles = (await readRoles(ctx)).map(({ code, name, isRetired }) => ({ code, name, retired: isRetired }))
  return ruleFields(
    overdueWork().map(({ code, name }) => ({ code, name })),
    roles,
  )
}

const valuesOf = ({ work, daysOver, role, note }: Rule): FormValues => ({ work, daysOver, role, note })

defineSiteRecords<Rule, ListOf<typeof escalationRecords.escalationRule>>({
  objectType: 'escalationRule',
  ...escalationRecords.escalationRule,
  fields: fieldsNow,
  read: readRules,
  nameOf: nameOfRule,
  valuesOf,
  facts: async ({ db }) => {
    const told = await db.select({ ruleId: escalation.ruleId, n: count() }).from(escalation).groupBy(escalation.ruleId)
    return ({ id }) => ({ told: told.find(({ ruleId }) => ruleId === id)?.n ?? 0 })
  },
  check: async (ctx, { work, daysOver, role }, before) =>
    wrongIf(
      (await readRules(ctx)).some(
        one => one.id !== before?.id && one.work === work && one.daysOver === daysOver && one.role === role,
      ),
      { daysOver: '同样的规则已有一条' },
    ),
  write: ({ db }, { work, daysOver, role, note }, before) =>
    saveInOrder(
      db,
      escalationRule,
      { work: String(work), daysOver: Number(daysOver), role: String(role), note: String(note ?? '') },
      before,
    ),
  table: escalationRule,
})
