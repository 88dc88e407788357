import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { noteTexted, notify } from '#modules/messages/server/notify.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { readWording, renderWording } from '#modules/messages/server/templates.ts'
import type { Ballot, Voter } from './ballots.ts'
import { ballot } from './tables.ts'

defineSubject('ballot', ballot)

export const isReachable = ({ accountId, phoneSealed }: Voter): boolean => accountId !== null || phoneSealed !== null

/** Tells voters by the message of this code, in their account or by a text to the phone on the roll; returns how many. */
export async function tellVoters(
  ctx: Ctx,
  of: Ballot,
  voters: readonly Voter[],
  code: string,
  valuesFor: (voter: Voter) => Promise<Record<string, string>> | Record<string, string>,
): Promise<number> {
  const wording = await readWording(ctx, code)
  const about = { route: '/admin/user/ballots', objectType: 'ballot', objectId: of.id }
  let told = 0
  for (const voter of voters) {
    const { accountId, phoneSealed, name } = voter
    if (!isReachable(voter)) {
      await noteTexted(ctx, { name, sealed: null }, undefined)
      continue
    }
    const { title, content, sms } = renderWording(ctx, code, wording, await valuesFor(voter))
    told++
    if (accountId !== null) {
      await notify(ctx, { accountId, kind: 'system', title, content, sms, ...about })
      continue
    }
    await noteTexted(ctx, { name, sealed: phoneSealed }, sms)
    if (sms) await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(phoneSealed!), subject: title, sms })
  }
  return told
}
