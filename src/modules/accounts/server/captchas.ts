import { randomBytes, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { and, eq, gt } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { isDemo } from '#modules/settings/server/settings.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import { readWork, WORK_PREFIX } from '../proofOfWork.ts'
import { captcha } from './tables.ts'

type ReadCtx = Pick<Ctx, 'config' | 'encryption'>

/** Rounds of each try: with 2,000 tries at most, a phone takes a second or two, and the server one try. */
const ROUNDS = 1_000

const secrets = ({ encryption }: ReadCtx) => ({
  hmacSignatureSecret: encryption.hash('proof of work'),
  hmacKeySignatureSecret: encryption.hash('proof of work, its key'),
})

/** Work of a known amount, by ALTCHA: which of so many numbers fits, and nobody finds out but by trying. */
function setWork(ctx: ReadCtx): Promise<Challenge> {
  const most = ctx.config.limits.captchaWork
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(Math.ceil(most / 2), most + 1),
    deriveKey,
    ...secrets(ctx),
  })
}

async function isDone(ctx: ReadCtx, work: Challenge | null, shown: string): Promise<boolean> {
  if (!work) return false
  // Passes only the fields that are verified: the browser's own measurement of time cannot be trusted.
  const solution = { ...readWork(shown), time: 0 }
  const { verified } = await verifySolution({ challenge: work, solution, deriveKey, ...secrets(ctx) })
  return verified
}

export type CaptchaAnswer = { captchaId?: string; captcha?: string }

const CAPTCHA_LIFE_MS = 5 * 60_000
const HOUR = 60 * 60_000
const spend = limit('captcha', { max: 120, per: 60_000 })

/**
 * A program answers sums as well as people do. Who cannot have a browser do the work is let through by an answer, but
 * never so often that it would be a way around the work: few from a place, and of the whole site a part of its codes.
 */
const MAX_QUESTIONS_PER_PLACE = 10
const QUESTION_SHARE_OF_CODES = 0.1
const spendQuestion = sharedRateLimit('captcha/question', { max: MAX_QUESTIONS_PER_PLACE, per: HOUR })
const spendQuestionOfSite = sharedRateLimit('captcha/questions', {
  max: MAX_QUESTIONS_PER_PLACE,
  per: HOUR,
  by: 'site',
})

export const captchasHandlers = {
  /** Work for the browser, and beside it a sum in words: a screen reader reads it. Either is good. */
  'GET /captcha': async ctx => {
    spend(ctx)
    const [one, other] = [randomInt(2, 10), randomInt(2, 10)]
    const adds = randomInt(2) === 0
    const question = adds ? `${words[one]}加${words[other]}` : `${words[one + other]}减${words[other]}`
    const captchaId = randomBytes(12).toString('base64url')
    const work = await setWork(ctx)
    await ctx.db.insert(captcha).values({
      id: captchaId,
      answerHash: hashAnswer(ctx, captchaId, adds ? one + other : one),
      work,
      expiresAt: new Date(ctx.now.getTime() + CAPTCHA_LIFE_MS),
    })
    return { captchaId, question: `${question}等于多少？`, work }
  },
} satisfies Partial<Handlers<typeof ownAccountContract>>

const words = [...'零一二三四五六七八九十', ...[...'一二三四五六七八'].map(unit => `十${unit}`)]

const hashAnswer = ({ encryption }: Pick<Ctx, 'encryption'>, id: string, answer: number) =>
  encryption.hash(`captcha ${id} ${answer}`)

/**
 * Verifies the proof of work or the typed answer. A captcha is deleted on the first try, so answers cannot be guessed
 * by repetition.
 */
export async function isAnswered(ctx: Ctx, given: CaptchaAnswer): Promise<boolean> {
  if (!given.captchaId || !given.captcha) return false
  const isWork = given.captcha.startsWith(WORK_PREFIX)
  if (!isWork) await spendAnswer(ctx)
  const [asked] = await ctx.db
    .delete(captcha)
    .where(and(eq(captcha.id, given.captchaId), gt(captcha.expiresAt, ctx.now)))
    .returning()
  if (!asked) return false
  if (isWork) return isDone(ctx, asked.work, given.captcha)
  return asked.answerHash === hashAnswer(ctx, given.captchaId, numberOf(given.captcha))
}

async function spendAnswer(ctx: Ctx): Promise<void> {
  await spendQuestion(ctx)
  const { siteCodesPerHour } = ctx.config.limits
  await spendQuestionOfSite(ctx, 1, Math.max(MAX_QUESTIONS_PER_PLACE, siteCodesPerHour * QUESTION_SHARE_OF_CODES))
}

/** 12, １２ and 十二 are the same answer. */
function numberOf(typed: string): number {
  const plain = typed.normalize('NFKC').replace(/\s/g, '')
  return words.includes(plain) ? words.indexOf(plain) : Number(plain || Number.NaN)
}

/** Returns false only on a demo site whose configuration turns captchas off. */
export const isCaptchaRequired = async (ctx: Ctx) => ctx.config.captcha === 'on' || !(await isDemo(ctx))

export async function requireCaptcha(ctx: Ctx, given: CaptchaAnswer): Promise<void> {
  if (!(await isCaptchaRequired(ctx)) || (await isAnswered(ctx, given))) return
  throw refusedCaptcha(given)
}

export function refusedCaptcha({ captcha }: CaptchaAnswer) {
  const message = captcha ? '验证问题的答案不正确或已过期，请回答新的问题' : '请先回答验证问题'
  return invalid(message, { captcha: message })
}
