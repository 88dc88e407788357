import { eq } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { defineWork } from '#modules/accounts/handingOver/server/works.ts'
import { currentDeputies } from '#modules/accounts/server/deputyTerms.ts'
import { deputy } from '#modules/accounts/server/tables.ts'
import { handOverDeputy } from './deputies.ts'

/** A colleague who is away cannot stand in for others, so their deputy terms are handed over too. */
defineWork('deputy', {
  name: '代理',
  order: 20,
  permission: 'staff:accounts',
  of: async (ctx, accountId) =>
    (await currentDeputies(ctx, eq(deputy.deputyId, accountId))).map(({ id, principalId, principalName, toDay }) => ({
      id,
      title: `代理${principalName}`,
      note: `至${longDay(toDay)}`,
      route: `/staff/colleagues/${principalId}`,
    })),
  move: handOverDeputy,
})
