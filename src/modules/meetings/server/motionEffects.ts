import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, forbidden, invalid, isRefusal, notFound, Refusal } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { type Permission, permissions } from '#modules/accounts/permissions.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import type { Item, Meeting } from './meetings.ts'
import { aboutMotion } from './motionClosing.ts'
import { readMotionVotes } from './motionVotes.ts'
import { meeting, meetingItem } from './tables.ts'

type Endpoints = typeof staffMeetingContract

/** The decision by which something happens, as it is written into what it brings about. */
export type Decision = { words: string; decidedOn: string }

/**
 * What can happen by itself once a motion has passed: prepared with a form, told as sentences beforehand, applied in the
 * transaction in which the meeting is recorded, and taken back with the record.
 */
export type MotionEffect = {
  name: string
  hint: string
  /** Permission of whoever prepares it: that of the work which it does. */
  permission: Permission
  fields: (ctx: Pick<Ctx, 'db' | 'now'>) => Promise<readonly FormField[]>
  /** What is wrong with it today, by field. */
  check: (ctx: Ctx, values: FormValues, by: Decision) => Promise<FieldErrors>
  sentences: (ctx: Pick<Ctx, 'db'>, values: FormValues, by: Decision) => Promise<string[]>
  /** Does it in the caller's transaction and returns what undoing takes; throws why it cannot be done. */
  apply: (tx: Ctx, values: FormValues, by: Decision) => Promise<unknown>
  /** Undoes it, or throws why it cannot be undone any more. */
  undo: (tx: Ctx, values: FormValues, done: unknown, reason: string) => Promise<void>
}

const effects = new Map<string, MotionEffect>()

/** Declares an effect that motions can carry. */
export function defineMotionEffect(kind: string, effect: MotionEffect): void {
  if (effects.has(kind)) throw new Error(`two effects of motions are called ${kind}`)
  effects.set(kind, effect)
}

function effectOf(kind: string): MotionEffect {
  const effect = effects.get(kind)
  if (!effect) throw invalid('没有这种可以自动办理的事项', { kind: '请从列表中选择' })
  return effect
}

/** 第六届理事会第三次会议第 2 项议题. */
const decisionOf = ({ title, meetsOn }: Pick<Meeting, 'title' | 'meetsOn'>, { place }: Item['item']): Decision => ({
  words: `${title}第 ${place} 项议题`,
  decidedOn: meetsOn,
})

/** What passing the motion brings about, as it was prepared; null where nothing was. */
export async function effectView(ctx: Pick<Ctx, 'db'>, of: Pick<Meeting, 'title' | 'meetsOn'>, item: Item['item']) {
  if (!item.effect) return null
  const { kind, values, preparedName } = item.effect
  const { name, sentences } = effectOf(kind)
  const words = await sentences(ctx, values, decisionOf(of, item))
  return { kind, name, sentences: words, preparedName, isDone: item.effectDone !== null }
}

async function lockUndecided(tx: Ctx, itemId: number) {
  const [found] = await tx.db.select().from(meetingItem).where(eq(meetingItem.id, itemId))
  if (!found) throw notFound('没有这项议题，或已移除')
  const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, found.meetingId)).for('update')
  const [item] = await tx.db.select().from(meetingItem).where(eq(meetingItem.id, itemId))
  if (!item) throw notFound('没有这项议题，或已移除')
  if (item.outcome !== null) throw conflict('这项议题已有决定，不能再改')
  // Whoever votes has read what passing brings about.
  if ((await readMotionVotes(tx, of!.id)).some(vote => vote.itemId === itemId))
    throw conflict('这项议题已开始表决，通过后办理的事项不能再改；确需改的，请先作废表决')
  return { of: of!, item }
}

/** Prepares what passing a motion brings about. Whatever would be refused then is told now. */
async function prepareEffect(ctx: Ctx, { itemId, kind, form }: Parsed<Endpoints['POST /staff/meeting/effect']>) {
  const effect = effectOf(kind)
  if (!signedInActor(ctx).permissions.includes(effect.permission))
    throw forbidden(`准备${effect.name}须有“${permissions[effect.permission]}”权限`)
  return inTransaction(ctx, async tx => {
    const { of, item } = await lockUndecided(tx, itemId)
    const by = decisionOf(of, item)
    const { values, errors } = readForm(await effect.fields(tx), form, { whole: true, today: dayOf(tx.now) })
    const wrong = Object.keys(errors).length > 0 ? errors : await effect.check(tx, values, by)
    if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
    const before = await effectView(tx, of, item)
    const prepared = { kind, values, preparedName: await ownName(tx) }
    await tx.db.update(meetingItem).set({ effect: prepared }).where(eq(meetingItem.id, itemId))
    const sentences = await effect.sentences(tx, values, by)
    await recordChange(tx, {
      action: 'meeting.effect',
      ...(await aboutMotion(tx, of, itemId)),
      before: { 通过后办理: before?.sentences ?? [] },
      after: { 通过后办理: sentences },
    })
    return { sentences }
  })
}

async function removeEffect(ctx: Ctx, itemId: number): Promise<void> {
  await inTransaction(ctx, async tx => {
    const { of, item } = await lockUndecided(tx, itemId)
    const before = await effectView(tx, of, item)
    if (!before) throw conflict('这项议题没有通过后办理的事项')
    await tx.db.update(meetingItem).set({ effect: null }).where(eq(meetingItem.id, itemId))
    await recordChange(tx, {
      action: 'meeting.effect',
      ...(await aboutMotion(tx, of, itemId)),
      before: { 通过后办理: before.sentences },
      after: { 通过后办理: [] },
    })
  })
}

/** Brings about what was prepared for a motion that has passed. The reason why it cannot be stands beside the motion. */
export async function applyEffect(tx: Ctx, of: Meeting, item: Item['item']): Promise<unknown> {
  const { name, apply } = effectOf(item.effect!.kind)
  const done = await apply(tx, item.effect!.values, decisionOf(of, item)).catch(error =>
    refuseWith(error, `通过后的${name}现在不能办理，全部都没有记录`, String(item.id)),
  )
  return done ?? {}
}

/** Undoes it, where nothing has been built on it since. */
export async function takeBackEffect(tx: Ctx, of: Meeting, item: Item['item']): Promise<void> {
  const { name, undo } = effectOf(item.effect!.kind)
  await undo(tx, item.effect!.values, item.effectDone, `撤回${of.title}的记录`).catch(error =>
    refuseWith(error, `${name}不能撤回，会议记录没有撤回`, String(item.id)),
  )
}

function refuseWith(error: unknown, what: string, field: string): never {
  if (!isRefusal(error)) throw error
  const reasons = Object.values(error.fields ?? {})
  const words = `${what}：${reasons.length > 0 ? reasons.join('；') : error.message}`
  throw new Refusal(409, words, { [field]: words })
}

export const motionEffectsHandlers = {
  'GET /staff/meeting/effects': async ctx => {
    const list: Output<Endpoints['GET /staff/meeting/effects']>['list'] = []
    for (const [kind, { name, hint, permission, fields }] of effects)
      if (signedInActor(ctx).permissions.includes(permission))
        list.push({ kind, name, hint, fields: [...(await fields(ctx))] })
    return { list }
  },
  'POST /staff/meeting/effect': prepareEffect,
  'POST /staff/meeting/effect/remove': async (ctx, { itemId }) => {
    await removeEffect(ctx, itemId)
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>
