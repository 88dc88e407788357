import { eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisationWithin } from '../../server/organisationFile.ts'
import { lockOrganisation } from '../../server/organisations.ts'
import { versionOf } from '../../server/own.ts'
import { movedOrganisation, organisation, organisationContact } from '../../server/tables.ts'
import type { mergingContract } from '../contract.ts'
import { countReferences, nameOfTable } from './references.ts'

export const removingHandlers = {
  'GET /staff/organisation/removal': async (ctx, { id }) => {
    const of = await organisationWithin(ctx, id)
    return { version: versionOf(of), obstacles: await obstaclesToRemoval(ctx, of) }
  },
  'POST /staff/organisation/remove': (ctx, { id, version, reason }) =>
    inTransaction(ctx, async tx => {
      await organisationWithin(tx, id)
      const of = await lockOrganisation(tx, id)
      if (versionOf(of) !== version)
        throw conflict(await conflictMessage(tx, { objectType: 'organisation', objectId: id }))
      const [obstacle] = await obstaclesToRemoval(tx, of)
      if (obstacle) throw conflict(obstacle.text)
      await tx.db.delete(organisationContact).where(eq(organisationContact.organisationId, id))
      await tx.db.delete(organisation).where(eq(organisation.id, id))
      const { name, creditCode } = of
      const about = { objectType: 'organisation', objectId: id, objectName: name }
      await record(tx, { action: 'organisation.remove', ...about, detail: { creditCode, reason } })
      return {}
    }),
} satisfies Partial<Handlers<typeof mergingContract>>

/** Everything that refers to it stands in the way, each with the place where it is seen. */
async function obstaclesToRemoval(ctx: Pick<Ctx, 'db'>, { id, name }: { id: number; name: string }) {
  const words = encodeURIComponent(name)
  const routes: Record<string, string> = {
    account: `/staff/accounts?key=${words}`,
    application: `/staff/review?key=${words}`,
    certificate: `/staff/certificates?key=${words}`,
    member: `/staff/members?key=${words}`,
    receivable: `/staff/payers/organisation/${id}`,
    payment: `/staff/payers/organisation/${id}`,
    person: `/staff/persons?key=${words}`,
  }
  const obstacles = (await countReferences(ctx, id)).map(({ table, count }) => ({
    text: `${nameOfTable(table)} ${count} 条`,
    route: routes[table] ?? `/staff/organisations/${id}`,
  }))
  const moved = await ctx.db.$count(movedOrganisation, eq(movedOrganisation.toId, id))
  return moved > 0 ? [...obstacles, { text: `有 ${moved} 家单位合并到它`, route: null }] : obstacles
}
