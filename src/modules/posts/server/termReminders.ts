import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineTemplate } from '#modules/messages/server/templates.ts'
import { isEndingOn, readEntries } from './appointments.ts'
import { lastDayOfPost } from './bodies.ts'
import { cancelEndedLetters, tellHolder } from './letters.ts'
import { appointment, body, term } from './tables.ts'

const endingTemplate = defineTemplate({
  group: '任职',
  code: 'appointment.ending',
  name: '任职即将届满',
  title: '任职即将届满：{职务}',
  content: '{姓名}任{职务}，任期至 {届满}。换届、续聘的安排由协会另行通知。',
  sms: '{姓名}任{职务}，任期至 {届满}，换届、续聘的安排由协会另行通知。',
  placeholders: { 姓名: '程远', 职务: '理事会副会长', 届满: '2026年12月31日' },
})

/** Job: reminds holders once of each last day, and cancels letters of appointments that ended early. */
export async function remindOfTerms(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  const due = await ctx.db
    .select({ id: appointment.id })
    .from(appointment)
    .innerJoin(body, eq(body.id, appointment.bodyId))
    .leftJoin(term, eq(term.id, appointment.termId))
    .where(and(isEndingOn(today), isNotYetReminded))
    .orderBy(asc(appointment.id))
  for (const { id } of due) await remindHolder(ctx, id)
  await inTransaction(ctx, tx => cancelEndedLetters(tx))
}

const isNotYetReminded = or(isNull(appointment.remindedOf), sql`${appointment.remindedOf} <> ${lastDayOfPost}`)

/** The row says so in the transaction of the message: a run that is repeated tells nobody again. */
const remindHolder = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async tx => {
    await tx.db.select({ id: appointment.id }).from(appointment).where(eq(appointment.id, id)).for('update')
    const [entry] = await readEntries(tx, [id])
    if (!entry?.until || entry.of.remindedOf === entry.until) return
    await tx.db.update(appointment).set({ remindedOf: entry.until }).where(eq(appointment.id, id))
    await tellHolder(tx, entry, endingTemplate.code, {
      姓名: entry.of.personName,
      职务: `${entry.body.name}${entry.post.name}`,
      届满: longDay(entry.until),
    })
  })
