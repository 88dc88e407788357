import { and, eq } from 'drizzle-orm'
import { alwaysSecondPerson, secondPersonWhereThere } from '#lib/access/secondPerson.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { defineApprovals, type PendingRecordCall } from '#lib/server/api/secondPerson.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { effectOf, saveRequest } from './approvalRequests.ts'
import { hasOtherAdministrator } from './deciders.ts'
import { approval } from './tables.ts'

defineApprovals({
  isWanted: async (ctx, rule) => {
    if (rule in alwaysSecondPerson) return true
    if (rule in secondPersonWhereThere) return hasOtherAdministrator(ctx)
    const { rules } = await readGroup(ctx, 'secondPerson')
    if (rule === 'rules') return rules.length > 0
    return rules.some(one => one === rule) || (rule === 'roles' && (await hasOtherAdministrator(ctx)))
  },
  request: (ctx, asked) => saveRequest(ctx, asked, () => effectOf(ctx, asked)),
  requestFor: (ctx, asked: PendingRecordCall) =>
    saveRequest(ctx, asked, async () => ({ changes: asked.changes, about: [] })),
  cancel: async (ctx, id) => {
    const set = { state: 'withdrawn' as const, decidedBy: signedInActor(ctx).accountId, decidedAt: ctx.now }
    await ctx.db
      .update(approval)
      .set(set)
      .where(and(eq(approval.id, id), eq(approval.state, 'waiting')))
  },
})
