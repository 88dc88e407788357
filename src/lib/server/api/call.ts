import { z } from 'zod'
import { zhCN } from 'zod/locales'
import type { Contract, Endpoint, Input, Key, Output, Parsed, Who } from '#lib/contract.ts'
import { forbidden, invalid, isRefusal, notConfirmed, notSignedIn } from '#lib/error.ts'
import { limit } from '../limits/rateLimit.ts'
import { countRefusal } from '../monitoring/metrics.ts'
import type { Ctx, Signed } from './context.ts'
import { standingIn } from './standingIn.ts'

// What a schema says of itself where it has no words of its own.
z.config(zhCN())

export type Handlers<C extends Contract> = {
  [K in keyof C & Key]: (ctx: Ctx, input: Parsed<C[K]>) => Promise<Output<C[K]>>
}
export type Call<C extends Contract> = <K extends keyof C & Key>(
  ctx: Ctx,
  key: K,
  input: Input<C[K]>,
) => Promise<Output<C[K]>>

/** Of whoever is signed in, on all endpoints together (quality.md section 2). */
const spendWrite = limit('write', { max: 60, per: 60_000, by: 'account' })

/** The one way to an endpoint, for HTTP and for pages rendered here alike: may they? is it valid? then do it. */
export function makeCall<C extends Contract>(contract: C, handlers: Handlers<C>): Call<C> {
  const answer: Call<C> = async (ctx, key, raw) => {
    const endpoint: Endpoint = contract[key]!
    authorize(ctx, endpoint)
    if (ctx.actor.kind !== 'anonymous' && key.startsWith('POST ')) spendWrite(ctx, ctx.config.limits.writesPerMinute)
    const answer = await handlers[key](standingIn(ctx, endpoint.who), parse(endpoint.input, raw) as never)
    // A drift between contract and answer fails a test and costs nothing in production.
    if (process.env.NODE_ENV === 'test' && endpoint.output !== 'file') endpoint.output.parse(answer)
    return answer
  }
  return (ctx, key, raw) =>
    answer(ctx, key, raw).catch(error => {
      if (isRefusal(error)) countRefusal(key, error.code)
      throw error
    })
}

/** How long somebody who has typed the password is taken for being that person still; in ms. */
const CONFIRMED_FOR = 10 * 60_000

export function authorize({ actor, now }: Ctx, { who, confirm, provinces }: Endpoint) {
  if (who === 'anyone') return
  if (actor.kind === 'anonymous') throw notSignedIn()
  if (!isAmong(actor, who)) {
    if (!actor.limited?.[who]) throw forbidden()
    if (!provinces) throw forbidden(NOT_BY_PROVINCE)
  }
  if (confirm && now.getTime() - (actor.confirmedAt?.getTime() ?? 0) > CONFIRMED_FOR) throw notConfirmed()
}

const NOT_BY_PROVINCE = '您的这项权限限于部分地区，而这项操作不能按地区办理，请由权限不限地区的同事办理'

function isAmong({ kind, permissions }: Signed, who: Who): boolean {
  if (who === 'signedIn') return true
  if (who === 'member') return kind !== 'staff'
  return kind === 'staff' && (who === 'staff' || permissions.includes(who))
}

function parse(schema: z.ZodType, raw: unknown): unknown {
  refuseNul(raw)
  const read = schema.safeParse(raw ?? {})
  if (read.success) return read.data
  const fields = Object.fromEntries(read.error.issues.map(issue => [issue.path.join('.'), issue.message]))
  const sentence = read.error.issues
    .map(issue => [issue.path.join('.'), issue.message].filter(Boolean).join(' '))
    .join('；')
  throw invalid(`请求参数有误：${sentence}`, fields)
}

/** PostgreSQL's text cannot hold U+0000, and nobody types it. */
function refuseNul(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid('请求参数有误：含有不可见的空字符')
  } else if (value && typeof value === 'object') Object.values(value).forEach(refuseNul)
}
