import type { z } from 'zod'
import {
  type Contract,
  type Endpoint,
  type Input,
  type Key,
  type Output,
  type Parsed,
  type Who,
  withTypeAccess,
} from '#lib/contract.ts'
import { consentNeeded, forbidden, invalid, isRefusal, locked, notConfirmed, notSignedIn } from '#lib/error.ts'
import { limit } from '../limits/rateLimit.ts'
import { countRefusal } from '../monitoring/metrics.ts'
import { refuseWhileClosed } from '../process/operation.ts'
import { anonymous, type Ctx, type SignedInActor } from './context.ts'
import { actAsDeputy } from './deputy.ts'
import { isGenerated, makeDocument } from './documentQueue.ts'
import { actAsSelf, refuseDuty } from './duties.ts'
import { inputRefusal } from './inputErrors.ts'
import { awaitSecondPerson } from './secondPerson.ts'
import { watchSending } from './sending.ts'

export type Handlers<C extends Contract> = {
  [K in keyof C & Key]: (ctx: Ctx, input: Parsed<C[K]>) => Promise<Output<C[K]>>
}
export type Call<C extends Contract> = <K extends keyof C & Key>(
  ctx: Ctx,
  key: K,
  input: Input<C[K]>,
) => Promise<Output<C[K]>>

/** Rate limit for writes, per signed-in account over all endpoints together. */
const spendWrite = limit('write', { max: 60, per: 60_000, by: 'account' })

/** Calls admitted before their input was read, keyed by the context that was checked. */
const admitted = new WeakMap<Ctx, Key>()

/** Refuses who may not call this, or calls too often: all that can be said without the input. */
function admit(ctx: Ctx, key: Key, endpoint: Endpoint): void {
  authorize(ctx, endpoint)
  refuseWhileClosed({ isStaff: ctx.actor.kind === 'staff' }, key)
  if (endpoint.upload || typeof endpoint.duties !== 'function') refuseDuty(ctx, key, endpoint, {})
  const isWrite = key.startsWith('POST ') && !endpoint.isQuestion && !ctx.isDryRun
  if (ctx.actor.kind !== 'anonymous' && isWrite) spendWrite(ctx, ctx.config.limits.writesPerMinute)
  // A call for none asks only whether one is left: it counts when its input is found good.
  spendEndpointLimit(ctx, endpoint, 0)
}

function spendEndpointLimit(ctx: Ctx, { limit: own }: Endpoint, cost = 1): void {
  if (own) limit(own.name, own)(ctx, undefined, cost)
}

/** The same before a body is read. The call that follows with this very context is not asked for it again. */
export function admitBeforeReading(ctx: Ctx, key: Key, endpoint: Endpoint): void {
  try {
    admit(ctx, key, endpoint)
    admitted.set(ctx, key)
  } catch (error) {
    if (isRefusal(error)) countRefusal(key, error.code)
    throw error
  }
}

/** The one way to an endpoint, for HTTP and for pages rendered here alike: may they? is it valid? then do it. */
export function makeCall<C extends Contract>(contract: C, handlers: Handlers<C>): Call<C> {
  const answer: Call<C> = async (ctx, key, raw) => {
    const endpoint = withTypeAccess(contract[key]!, raw)
    if (admitted.get(ctx) !== key) admit(ctx, key, endpoint)
    // Before its body was read, the call was admitted without knowing the type.
    else if (endpoint.byType) authorize(ctx, endpoint)
    refuseDuty(ctx, key, endpoint, raw)
    const input = parse(endpoint.input, raw)
    spendEndpointLimit(ctx, endpoint)
    const act = (inside: Ctx) => watchSending(key, endpoint, () => handlers[key](inside, input as never))
    const meant = effectiveActor(ctx, endpoint)
    if (endpoint.secondPerson) await awaitSecondPerson(meant, { key, endpoint, input, act })
    const make = () => act(meant)
    const answer = isGenerated(endpoint)
      ? ((await makeDocument(ctx, make as () => Promise<never>)) as never)
      : await make()
    // A drift between contract and answer fails a test and costs nothing in production.
    if (process.env.NODE_ENV === 'test' && endpoint.output !== 'file') endpoint.output.parse(answer)
    return answer
  }
  return (ctx, key, raw) =>
    answer(ctx, key, raw).catch(error => {
      if (isRefusal(error) && !ctx.isDryRun) countRefusal(key, error.code)
      throw error
    })
}

/**
 * Resolves the effective actor: a deputy of a colleague, or a clerk of a company who calls an endpoint about
 * themselves.
 */
function effectiveActor(ctx: Ctx, { who, self, whileLocked }: Endpoint): Ctx {
  if (ctx.actor.kind === 'anonymous' && ctx.actor.locked && whileLocked) return { ...ctx, actor: ctx.actor.locked }
  // A visitor like any other, until there is a second factor.
  if (who === 'anyone' && ctx.actor.kind !== 'anonymous' && ctx.actor.mustEnrol) return { ...ctx, actor: anonymous }
  return self ? actAsSelf(ctx) : actAsDeputy(ctx, who)
}

/** Time in ms for which a typed password counts as confirmation. */
const CONFIRMATION_MS = 10 * 60_000

export function authorize({ actor, now }: Ctx, { who, confirm, provinces, ...before }: Endpoint) {
  if (who === 'anyone') return
  if (actor.kind === 'anonymous') {
    if (!actor.locked) throw notSignedIn(actor.over)
    if (!before.whileLocked) throw locked()
    return
  }
  if (actor.mustEnrol && !before.beforeEnrolling) throw forbidden('请先启用两步验证，然后才能使用其他功能')
  if (!hasPermission(actor, who)) {
    if (!actor.limited?.[who]) throw forbidden()
    if (!provinces) throw forbidden(NOT_BY_PROVINCE)
  }
  if (actor.mustAgree && !before.beforeConsent) throw consentNeeded()
  if (confirm && !isConfirmed({ actor, now })) throw notConfirmed()
}

export const isConfirmed = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>): boolean =>
  actor.kind !== 'anonymous' && now.getTime() - (actor.confirmedAt?.getTime() ?? 0) <= CONFIRMATION_MS

const NOT_BY_PROVINCE = '您的这项权限限于部分地区或事项，而这项操作不能按地区办理，请由权限不限的同事办理'

function hasPermission({ kind, permissions }: SignedInActor, who: Who): boolean {
  if (who === 'signedIn') return true
  if (who === 'member') return kind !== 'staff'
  return kind === 'staff' && (who === 'staff' || permissions.includes(who))
}

function parse(schema: z.ZodType, raw: unknown): unknown {
  refuseNulIn(raw)
  const read = schema.safeParse(raw ?? {})
  if (read.success) return read.data
  throw inputRefusal(read.error.issues, raw)
}

/** PostgreSQL's text cannot hold U+0000, and nobody types it. */
function refuseNulIn(raw: unknown): void {
  const found = Object.entries(raw ?? {}).filter(([, value]) => hasNul(value))
  if (found.length === 0) return
  throw invalid('填写有误：含有不可见的空字符', Object.fromEntries(found.map(([name]) => [name, '含有不可见的空字符'])))
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return value !== null && typeof value === 'object' && Object.values(value).some(hasNul)
}
