import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffMessagesContract } from '../staffContract.ts'

type Endpoints = typeof staffMessagesContract
type Chosen = Parsed<Endpoints['POST /staff/outbox/resend']>
type Count = Output<Endpoints['POST /staff/outbox/resend']>
type Change = Partial<typeof outbox.$inferInsert>

export const outboxActsHandlers = {
  /** Restarts delivery at once from the first attempt. Codes are not resent: the user requests a new one. */
  'POST /staff/outbox/resend': (ctx, chosen) =>
    change(ctx, chosen, {
      action: 'outbox.resend',
      where: and(
        isNull(outbox.expiresAt),
        // "All" means what has failed, not what somebody has stopped.
        chosen.all ? eq(outbox.state, 'failed') : inArray(outbox.state, ['failed', 'stopped', 'skipped', 'written']),
      ),
      set: { state: 'queued', attempts: 0, dueAt: ctx.now, error: null },
      none: '所选的短信、邮件已不是失败或停止的状态，请刷新后查看',
    }),
  /** Cancels waiting messages; one that is being sent at this moment still arrives. */
  'POST /staff/outbox/stop': (ctx, chosen) =>
    change(ctx, chosen, {
      action: 'outbox.stop',
      where: and(isNull(outbox.expiresAt), eq(outbox.state, 'queued')),
      set: { state: 'stopped' },
      none: '所选的短信、邮件已发出或已停止，请刷新后查看',
    }),
  /** Reading the text of another person's message is recorded in the audit log; codes can never be read. */
  'POST /staff/outbox/text': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [row] = await tx.db.select().from(outbox).where(eq(outbox.id, id))
      if (!row) throw notFound('这条发送记录已不存在')
      if (row.expiresAt) throw conflict('验证码短信的内容不予显示')
      await record(tx, { action: 'outbox.read', objectType: 'outbox', objectId: id, objectName: row.subject })
      return { subject: row.subject, text: ctx.encryption.decrypt(row.textSealed) }
    }),
} satisfies Partial<Handlers<Endpoints>>

type Act = { action: string; where: SQL | undefined; set: Change; none: string }

const change = (ctx: Ctx, { ids, all }: Chosen, { action, where, set, none }: Act): Promise<Count> =>
  inTransaction(ctx, async tx => {
    const changed = await tx.db
      .update(outbox)
      .set(set)
      .where(and(where, ids && inArray(outbox.id, ids)))
      .returning({ id: outbox.id })
    // Rows that are new wake the sender by themselves, these do not.
    await tx.db.execute(sql`select pg_notify('outbox', '')`)
    if (changed.length === 0) throw conflict(all ? '没有可处理的短信或邮件' : none)
    await record(tx, { action, objectType: 'outbox', detail: { count: changed.length, ids: ids ?? 'all' } })
    return { count: changed.length }
  })
