import { and, count, eq, gt } from 'drizzle-orm'
import { tooManyRequests } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { placesOf } from '#lib/server/limits/place.ts'
import { notifySystemAdmins } from './accountNotifications.ts'
import { addAttempt, attemptsOf, lockKey, type Purpose } from './attempts.ts'
import { attempt } from './tables.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Limit = { per: number; max: number }

/** A phone is somebody's: few. */
const phoneLimits = ({ codesPerHour, codesPerDay }: Ctx['config']['limits']): Limit[] => [
  { per: MINUTE, max: 1 },
  { per: HOUR, max: codesPerHour },
  { per: DAY, max: codesPerDay },
]
/** Limits per address: one may be shared by an office, or by a class of sixty who register in one lesson. */
const placeLimits: Limit[] = [
  { per: MINUTE, max: 20 },
  { per: HOUR, max: 120 },
  { per: DAY, max: 300 },
]
const siteLimits = ({ siteCodesPerHour, siteCodesPerDay }: Ctx['config']['limits']) => [
  { per: HOUR, max: siteCodesPerHour, name: '一小时' },
  { per: DAY, max: siteCodesPerDay, name: '一天' },
]

/** Share of the budget from which the administrator is warned, once an hour. */
const ALERT_SHARE = 0.8
/** Beyond what strangers may use up, some is left for who is signed in. */
const SIGNED_IN_FACTOR = 1.25

/** Per phone, per place and for the whole site, counted under a lock on each. */
export async function countCodeRequest(ctx: Ctx, phone: string): Promise<void> {
  const { limits } = ctx.config
  await countOne(ctx, 'codeTo', ctx.encryption.hash(phone), phoneLimits(limits))
  for (const { place, times } of placesOf(ctx.address)) {
    const wider = placeLimits.map(({ per, max }) => ({ per, max: max * times }))
    await countOne(ctx, 'codeFrom', ctx.encryption.hash(`address ${place}`), wider)
  }
  await countForSite(ctx)
}

/** The same for a code to a phone that the association has on a roll: a hall full of voters shares one address. */
export const countCodeTo = (ctx: Ctx, phone: string): Promise<void> =>
  countOne(ctx, 'codeTo', ctx.encryption.hash(phone), phoneLimits(ctx.config.limits))

async function countOne(ctx: Ctx, purpose: Purpose, key: string, limits: Limit[]): Promise<void> {
  await lockKey(ctx, key)
  const sent = await attemptsOf(ctx, purpose, key, DAY)
  for (const { per, max } of limits) {
    const counted = sent.filter(at => ctx.now.getTime() - at.getTime() < per)
    if (counted.length >= max) throw tooSoon(counted[max - 1]!.getTime() + per - ctx.now.getTime())
  }
  await addAttempt(ctx, purpose, key)
}

const SITE = 'site'

/** Bounds the cost of all codes of the site together. */
async function countForSite(ctx: Ctx): Promise<void> {
  await lockKey(ctx, 'codes of the site')
  const isKnown = ctx.actor.kind !== 'anonymous'
  for (const { per, max, name } of siteLimits(ctx.config.limits)) {
    const sent = await countCodesWithin(ctx, per)
    if (sent >= max * (isKnown ? SIGNED_IN_FACTOR : 1))
      throw tooManyRequests('本站刚才发送的验证码较多，请稍后再试；已有账号的可以用密码登录')
    if (sent + 1 >= max * ALERT_SHARE) await warn(ctx, { name, sent: sent + 1, max })
  }
  await addAttempt(ctx, 'codeSite', SITE)
}

/** Counts the codes sent in the last `per` ms. */
export async function countCodesWithin({ db, now }: Pick<Ctx, 'db' | 'now'>, per: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(attempt)
    .where(and(eq(attempt.purpose, 'codeSite'), eq(attempt.key, SITE), gt(attempt.at, new Date(now.getTime() - per))))
  return row!.n
}

async function warn(ctx: Ctx, { name, sent, max }: { name: string; sent: number; max: number }): Promise<void> {
  const part = sent >= max ? '全部' : '八成'
  const key = `${name} ${part}`
  if ((await attemptsOf(ctx, 'codeAlarm', key, HOUR)).length > 0) return
  await addAttempt(ctx, 'codeAlarm', key)
  ctx.log.warn({ sent, max }, 'codes of the site are running out')
  const values = { 比例: part, 时段: name, 条数: String(sent), 上限: String(max) }
  await notifySystemAdmins(ctx, { text: 'desk.codeBudget', values, route: '/staff/health#codeBudget' })
}

/** Returns the usage of the hourly or daily budget, whichever is nearer to its limit. */
export async function codesUsed(ctx: Pick<Ctx, 'db' | 'now' | 'config'>) {
  const used = []
  for (const { per, max, name } of siteLimits(ctx.config.limits))
    used.push({ name, max, sent: await countCodesWithin(ctx, per) })
  return used.sort((one, other) => other.sent / other.max - one.sent / one.max)[0]!
}

export const isRunningOut = ({ sent, max }: { sent: number; max: number }) => sent >= max * ALERT_SHARE

function tooSoon(wait: number) {
  const after =
    wait <= MINUTE
      ? `${Math.ceil(wait / 1000)} 秒`
      : wait <= HOUR
        ? `${Math.ceil(wait / MINUTE)} 分钟`
        : `${Math.ceil(wait / HOUR)} 小时`
  return tooManyRequests(`获取验证码过于频繁，请 ${after}后再试`)
}
