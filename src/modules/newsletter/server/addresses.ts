import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { AddressRecipient } from '#modules/messages/server/mailings.ts'
import { mailingAddress } from '#modules/messages/server/tables.ts'
import { MAX_BOUNCES } from '../newsletterWords.ts'
import { oneClickAddress } from './oneClick.ts'
import { subscriptionPage } from './subscriptions.ts'
import { newsletterSubscriber } from './tables.ts'

/**
 * Mails in a row, newest first, that did not arrive. What the outbox knows: a server's refusal, or six attempts that
 * failed. Mails that are returned later to the sender's address are not read.
 */
export const bounces = sql<number>`(
  select count(*) from (
    select bool_and(state = 'failed') over (order by id desc) as failed from (
      select ${outbox.id} as id, ${outbox.state} as state from ${mailingAddress}
      join ${outbox} on ${outbox.id} = ${mailingAddress.outboxId}
      where ${mailingAddress.subscriberId} = ${newsletterSubscriber.id} and ${outbox.state} in ('sent', 'failed')
      order by ${outbox.id} desc limit ${MAX_BOUNCES}
    ) newest
  ) run where failed)`.mapWith(Number)

/** Addresses of those who want newsletters, and how many of them are left out because mails do not arrive. */
export async function readAddresses(ctx: Ctx): Promise<{ sendable: AddressRecipient[]; bounced: number }> {
  const rows = await ctx.db
    .select({
      id: newsletterSubscriber.id,
      emailSealed: newsletterSubscriber.emailSealed,
      keySealed: newsletterSubscriber.keySealed,
      own: account.email,
      status: account.status,
      bounces,
    })
    .from(newsletterSubscriber)
    .leftJoin(account, eq(account.id, newsletterSubscriber.accountId))
    .where(eq(newsletterSubscriber.state, 'confirmed'))
    .orderBy(newsletterSubscriber.id)
  const { decrypt } = ctx.encryption
  const reached = new Map<string, AddressRecipient>()
  let bounced = 0
  for (const { id, emailSealed, keySealed, own, status, bounces } of rows) {
    const to = emailSealed ? decrypt(emailSealed) : status === 'active' ? own : null
    if (!to) continue
    if (bounces >= MAX_BOUNCES) bounced++
    else if (!reached.has(to.toLowerCase())) {
      const key = decrypt(keySealed)
      const at = { page: subscriptionPage(ctx, key), post: oneClickAddress(ctx, key) }
      reached.set(to.toLowerCase(), { subscriberId: id, to, ...at })
    }
  }
  return { sendable: [...reached.values()], bounced }
}
