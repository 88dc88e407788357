import { randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { readForm } from '#lib/form/formReading.ts'
import { maskEmail } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { makeLetter } from '#lib/server/outbox/letter.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { requireCaptcha } from '#modules/accounts/server/captchas.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { newsletterContract } from '../contract.ts'
import { subscriptionFields } from '../newsletterForm.ts'
import { CONSENT, DAYS_TO_CONFIRM, subscriberStateNames } from '../newsletterWords.ts'
import { newsletterSubscriber } from './tables.ts'

type Endpoints = typeof newsletterContract
type Subscriber = typeof newsletterSubscriber.$inferSelect

const DAY_MS = 86_400_000
/** Confirmation mails to one address in a day: whoever types a stranger's address cannot flood it. */
const MAX_MAILS_PER_DAY = 3

export const subscriptionPage = (ctx: Pick<Ctx, 'config'>, key: string) =>
  // Behind `#`, so that no server on the way logs it.
  `${ctx.config.publicUrl}/admin/newsletter/subscription#${key}`

const newKey = ({ encryption }: Pick<Ctx, 'encryption'>) => {
  const key = randomBytes(18).toString('base64url')
  return { key, keySealed: encryption.encrypt(key), keyHash: hashKey({ encryption }, key) }
}
const hashKey = ({ encryption }: Pick<Ctx, 'encryption'>, key: string) => encryption.hash(`newsletter key ${key}`)
export const hashEmail = ({ encryption }: Pick<Ctx, 'encryption'>, email: string) =>
  encryption.hash(`newsletter ${email.toLowerCase()}`)

/** Asks an address to confirm. Says nothing of whether it is known: the answer is the same for everybody. */
async function subscribe(ctx: Ctx, given: { email: string; agree: boolean; captchaId?: string; captcha?: string }) {
  const { values, errors } = readForm(subscriptionFields, given, { whole: true, today: dayOf(ctx.now) })
  if (Object.keys(errors).length > 0) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
  await requireCaptcha(ctx, given)
  const email = String(values.email)
  const today = dayOf(ctx.now)
  await inTransaction(ctx, async tx => {
    const { key: _, ...keys } = newKey(tx)
    const emailHash = hashEmail(tx, email)
    const asked = { consent: CONSENT, askedAt: tx.now, mails: 1, mailedOn: today }
    const [row] = await tx.db
      .insert(newsletterSubscriber)
      .values({ emailSealed: tx.encryption.encrypt(email), emailHash, ...keys, state: 'asked', ...asked })
      .onConflictDoUpdate({
        target: newsletterSubscriber.emailHash,
        set: {
          ...asked,
          // Somebody who left is asked again, and stays left until they confirm.
          state: 'asked',
          mails: sql`case when ${newsletterSubscriber.mailedOn} = ${today} then ${newsletterSubscriber.mails} + 1 else 1 end`,
        },
        setWhere: and(
          sql`${newsletterSubscriber.state} <> 'confirmed'`,
          sql`(${newsletterSubscriber.mailedOn} <> ${today} or ${newsletterSubscriber.mails} < ${MAX_MAILS_PER_DAY})`,
        ),
      })
      .returning()
    if (row) await queue(tx, { channel: 'mail', to: email, ...(await confirmationMail(tx, row)) })
  })
  return {}
}

async function confirmationMail(ctx: Ctx, of: Subscriber) {
  const { name } = await readGroup(ctx, 'association')
  const { main } = await readGroup(ctx, 'colours')
  const subject = `请确认订阅${name}的简报`
  const letter = makeLetter({
    from: name,
    colour: main,
    title: subject,
    parts: [
      {
        lines: [
          `有人用这个邮箱在本会网站订阅简报。是您本人的，请在 ${DAYS_TO_CONFIRM} 天内打开下面的链接确认；不是的，不用理会，我们不会再发。`,
        ],
      },
    ],
    link: { text: '确认订阅', href: subscriptionPage(ctx, ctx.encryption.decrypt(of.keySealed)) },
    footer: CONSENT,
  })
  return { subject, ...letter }
}

export async function findByKey(ctx: Ctx, key: string): Promise<Subscriber> {
  const [found] = await ctx.db
    .select()
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.keyHash, hashKey(ctx, key)))
  if (!found) throw notFound('链接无效，或这个订阅已删除')
  return found
}

async function answerOf(ctx: Ctx, { emailSealed, accountId, state }: Subscriber) {
  const email = emailSealed ? ctx.encryption.decrypt(emailSealed) : ((await emailOf(ctx, accountId!)) ?? '')
  return { email: maskEmail(email), state, stateName: subscriberStateNames[state] }
}

async function emailOf({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<string | null> {
  const [found] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return found?.email ?? null
}

const move = async (ctx: Ctx, id: number, set: Partial<Subscriber>): Promise<Subscriber> => {
  const [after] = await ctx.db.update(newsletterSubscriber).set(set).where(eq(newsletterSubscriber.id, id)).returning()
  return after!
}

/** Confirms what was asked for, or takes back an unsubscription, within some days of either. */
async function confirm(ctx: Ctx, key: string) {
  const of = await findByKey(ctx, key)
  if (of.state === 'confirmed') return of
  const since = of.state === 'left' ? of.leftAt! : of.askedAt
  if (ctx.now.getTime() - since.getTime() > DAYS_TO_CONFIRM * DAY_MS)
    throw conflict(`链接已超过 ${DAYS_TO_CONFIRM} 天，请在网站上重新订阅`)
  return move(ctx, of.id, { state: 'confirmed', confirmedAt: ctx.now, leftAt: null })
}

/** Ends a subscription; doing it twice changes nothing. */
export async function leave(ctx: Ctx, of: Subscriber): Promise<Subscriber> {
  return of.state === 'left' ? of : move(ctx, of.id, { state: 'left', leftAt: ctx.now })
}

async function choose(ctx: Ctx, isOn: boolean) {
  const { accountId } = signedInActor(ctx)
  const email = await emailOf(ctx, accountId)
  if (isOn && !email) throw conflict('本账号还没有登记邮箱，请先在资料中填写')
  const state = isOn ? 'confirmed' : 'left'
  const said = isOn ? { state, consent: CONSENT, confirmedAt: ctx.now, leftAt: null } : { state, leftAt: ctx.now }
  const { key: _, ...keys } = newKey(ctx)
  if (isOn)
    await ctx.db
      .insert(newsletterSubscriber)
      .values({ accountId, ...keys, consent: CONSENT, ...said, state: 'confirmed', askedAt: ctx.now })
      .onConflictDoUpdate({ target: newsletterSubscriber.accountId, set: { ...said, state: 'confirmed' } })
  else
    await ctx.db
      .update(newsletterSubscriber)
      .set({ ...said, state: 'left' })
      .where(eq(newsletterSubscriber.accountId, accountId))
  return { isOn, email }
}

/** Deletes addresses that nobody confirmed: without consent they are not kept. */
export async function forgetUnconfirmed({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const before = new Date(now.getTime() - 2 * DAYS_TO_CONFIRM * DAY_MS)
  await db
    .delete(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.state, 'asked'), lt(newsletterSubscriber.askedAt, before)))
}

export const subscriptionHandlers = {
  'POST /newsletter/subscribe': subscribe,
  'POST /newsletter/subscription': async (ctx, { key }) => answerOf(ctx, await findByKey(ctx, key)),
  'POST /newsletter/confirm': async (ctx, { key }) => answerOf(ctx, await confirm(ctx, key)),
  'POST /newsletter/leave': async (ctx, { key }) => answerOf(ctx, await leave(ctx, await findByKey(ctx, key))),
  'GET /member/newsletter': async ctx => {
    const { accountId } = signedInActor(ctx)
    const [found] = await ctx.db
      .select({ state: newsletterSubscriber.state })
      .from(newsletterSubscriber)
      .where(eq(newsletterSubscriber.accountId, accountId))
    return { isOn: found?.state === 'confirmed', email: await emailOf(ctx, accountId) }
  },
  'POST /member/newsletter': (ctx, { isOn }) => choose(ctx, isOn),
} satisfies Partial<Handlers<Endpoints>>
