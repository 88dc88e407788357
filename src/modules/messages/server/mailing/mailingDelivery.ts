import { and, count, eq, isNotNull } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { type DeliveryState, deliveryStates } from '../../outboxWords.ts'
import type { staffMessagesContract } from '../../staffContract.ts'
import { mailing, message } from '../tables.ts'
import { selectMailings, toMailingRow } from './mailingDesk.ts'
import { filesIn } from './mailingFiles.ts'

export const mailingDeliveryHandlers = {
  /** Delivery results of a mailing: readers, texts and mails sent or not. */
  'GET /staff/mailing/detail': async (ctx, { id }) => {
    const [row] = await selectMailings(ctx).where(eq(mailing.id, id))
    if (!row) throw notFound('这次群发不存在')
    const files = await filesIn(ctx, row.of.fileIds)
    return {
      ...toMailingRow(row),
      content: row.of.content,
      smsText: row.of.sms ?? '',
      files: files.map(({ name, size }) => ({ name, size })),
      read: await ctx.db.$count(message, and(eq(message.mailingId, id), isNotNull(message.readAt))),
      texts: await statesOf(ctx, id, 'sms'),
      mails: await statesOf(ctx, id, 'mail'),
    }
  },
} satisfies Partial<Handlers<typeof staffMessagesContract>>

async function statesOf(
  { db }: Ctx,
  mailingId: number,
  channel: 'sms' | 'mail',
): Promise<Record<DeliveryState, number>> {
  const rows = await db
    .select({ state: outbox.state, n: count() })
    .from(outbox)
    .where(and(eq(outbox.mailingId, mailingId), eq(outbox.channel, channel)))
    .groupBy(outbox.state)
  const of = (state: DeliveryState) => rows.find(row => row.state === state)?.n ?? 0
  return Object.fromEntries(deliveryStates.map(state => [state, of(state)])) as Record<DeliveryState, number>
}
