import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { isOnlyWritten } from '#lib/server/outbox/drivers.ts'
import { canText } from '#lib/server/outbox/smsFiling.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { readTextPrice } from '#modules/messages/server/textPrice.ts'
import { smsParts } from '#modules/messages/sms.ts'
import { application } from '#modules/review/server/tables.ts'
import { aboutRegistration, textRegistrant } from '#modules/training/enrolling/server/registrant.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { kindOfCode } from '#modules/training/kinds/server/eventKinds.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import type { staffRunContract } from '../runContract.ts'
import { type Course, comingTo, findCourse, lockCourse } from './roster.ts'
import { checkInDay, placeOf } from './rosterFigures.ts'

const CODE = 'training.tickets'

defineTemplate({
  code: CODE,
  group: '培训',
  name: '准考证（入场凭证）可以打印',
  mandatory: true,
  title: '{证件}可以打印了',
  content: [
    '“{培训班}”的{证件}已生成（报名编号 {编号}）。',
    '报到：{报到日}（{地点}）',
    '请下载打印，或在手机上保存，报到时出示。',
  ].join('\n'),
  sms: '“{培训班}”的入场凭证已生成，{报到日}报到。请凭报名编号 {编号} 在协会网站“我的报名”下载。',
  placeholders: {
    证件: '准考证',
    培训班: '检验项目负责人取证班（第3期）',
    编号: 'PX2026-000123',
    报到日: '2026年5月12日',
    地点: '苏州 示例会议中心',
  },
})

async function commonValues(ctx: Pick<Ctx, 'db'>, of: Course) {
  const 证件 = passName({ hasExam: of.hasExam, words: await kindOfCode(ctx, of.kind) })
  return { 证件, 培训班: of.title, 报到日: longDay(checkInDay(of)), 地点: placeOf(of) }
}

/** Finds whom that would reach, by which channel, and as how many texts a provider counts it. */
async function previewTicketMessages(ctx: Ctx, of: Course, registrationIds: readonly number[]) {
  const common = await commonValues(ctx, of)
  const orders =
    registrationIds.length === 0
      ? []
      : await ctx.db
          .select({
            number: registration.number,
            contact: registration.contactMobileSealed,
            accountId: application.accountId,
            phone: account.phoneSealed,
          })
          .from(registration)
          .leftJoin(application, eq(application.id, registration.applicationId))
          .leftJoin(account, and(eq(account.id, application.accountId), eq(account.status, 'active')))
          .where(inArray(registration.id, [...registrationIds]))
  const goesByText = isOnlyWritten(ctx.config, 'sms') || (await canText(ctx, CODE))
  let texts = 0
  let parts = 0
  for (const { number, contact, accountId, phone } of orders) {
    const { sms } = await renderTemplate(ctx, CODE, { ...common, 编号: number ?? '' })
    if (!sms || !goesByText || !(accountId === null ? contact : phone)) continue
    texts++
    parts += smsParts(sms.text)
  }
  const messages = orders.filter(({ accountId }) => accountId !== null).length
  return { messages, texts, smsParts: parts, textPrice: await readTextPrice(ctx) }
}

/** Tells whoever signed people up, in the member centre and by text; who has no account by text alone. */
async function notifyTickets(ctx: Ctx, of: Course, registrationIds: readonly number[]): Promise<void> {
  if (registrationIds.length === 0) return
  const orders = await ctx.db
    .select({ registration, accountId: application.accountId })
    .from(registration)
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(inArray(registration.id, [...registrationIds]))
  const common = await commonValues(ctx, of)
  for (const { registration: order, accountId } of orders) {
    const texts = await renderTemplate(ctx, CODE, { ...common, 编号: order.number ?? '' })
    if (accountId !== null) await notify(ctx, { ...texts, ...aboutRegistration(order), accountId })
    else await textRegistrant(ctx, order, texts)
  }
}

export const ticketMakingHandlers = {
  'GET /staff/training/tickets/preview': async (ctx, { courseId }) => {
    const of = await findCourse(ctx, courseId)
    const waiting = await readWaiting(ctx, courseId)
    const told = await readUnnotified(ctx, courseId, waiting)
    return { people: waiting.length, registrations: told.length, ...(await previewTicketMessages(ctx, of, told)) }
  },
  /**
   * Numbers and codes for whoever is confirmed and has none. The course is locked: of two who make tickets at once the
   * second finds nothing left to do, and numbers have no gap.
   */
  'POST /staff/training/tickets/make': (ctx, { courseId, expected }) =>
    inTransaction(ctx, async inside => {
      const of = await lockCourse(inside, courseId)
      if (of.cancelledAt) throw conflict('已取消，不能再编号')
      const waiting = await readWaiting(inside, courseId)
      const given = await lastNumber(inside, of)
      if (waiting.length + given === 0) throw conflict('还没有报名已确认的人，请先确认报名，再编号')
      if (waiting.length !== expected)
        throw conflict(`要编号的现在是 ${waiting.length} 人，与您看到的 ${expected} 人不同，请核对后再生成`)
      const tell = await readUnnotified(inside, courseId, waiting)
      await write(
        inside,
        waiting.map(({ id }, i) => ({ id, number: numberOf(of, given + i + 1), token: newToken() })),
      )
      await notifyTickets(inside, of, tell)
      if (!of.ticketsAt) await inside.db.update(course).set({ ticketsAt: ctx.now }).where(eq(course.id, courseId))
      if (waiting.length > 0)
        await record(inside, {
          action: 'course.makeTickets',
          objectType: 'course',
          objectId: courseId,
          objectName: of.title,
          detail: { people: waiting.length },
        })
      return { made: waiting.length, total: given + waiting.length, told: tell.length }
    }),
} satisfies Partial<Handlers<typeof staffRunContract>>

/** Order of confirmation decides the numbers. */
const readWaiting = ({ db }: Pick<Ctx, 'db'>, courseId: number) =>
  db
    .select({ id: participant.id, registrationId: registration.id })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(and(comingTo(courseId), isNull(participant.ticketNumber)))
    .orderBy(asc(registration.confirmedAt), asc(registration.id), asc(participant.place), asc(participant.id))

/** 128 bits that nobody guesses, as they fit into an address. */
const newToken = () => randomBytes(16).toString('base64url')

const prefixOf = ({ id }: Pick<Course, 'id'>) => String(id).padStart(4, '0')
const numberOf = (of: Course, place: number) => prefixOf(of) + String(place).padStart(3, '0')

/** Counts all numbers ever issued: those of people who dropped out are not reused. */
async function lastNumber({ db }: Pick<Ctx, 'db'>, of: Course): Promise<number> {
  const place = sql<number | null>`max(substr(${participant.ticketNumber}, ${prefixOf(of).length + 1}::int)::int)`
  const [found] = await db
    .select({ last: place })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(eq(registration.courseId, of.id))
  return found?.last ?? 0
}

/** Registrations that have not been notified of tickets yet. */
async function readUnnotified(ctx: Pick<Ctx, 'db'>, courseId: number, waiting: readonly { registrationId: number }[]) {
  const told = await readNotified(ctx, courseId)
  return [...new Set(waiting.map(({ registrationId }) => registrationId))].filter(id => !told.has(id))
}

async function readNotified({ db }: Pick<Ctx, 'db'>, courseId: number): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: registration.id })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(and(eq(registration.courseId, courseId), sql`${participant.ticketNumber} is not null`))
  return new Set(rows.map(({ id }) => id))
}

const write = ({ db }: Pick<Ctx, 'db'>, tickets: readonly { id: number; number: string; token: string }[]) =>
  db.execute(sql`update ${participant} set ticket_number = given.number, token = given.token
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as given(id int, number text, token text)
    where ${participant.id} = given.id`)
