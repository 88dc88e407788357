import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { publishFiles } from '#modules/files/server/attachments.ts'
import { payingWords } from '#modules/ledger/receivables/server/applicationFees.ts'
import { cancel, confirm, raise } from '#modules/ledger/receivables/server/receivables.ts'
import { type Application, defineKind, type Effect, type Entered } from '#modules/review/server/applicationKinds.ts'
import type { State } from '#modules/review/workflow.ts'
import { advertFields, advertSlots } from '../advertForm.ts'
import { ADVERT_FEE, type StoredState } from '../advertStatus.ts'
import { wordsOfCost } from '../cost.ts'
import { positionOf, positions } from '../positions.ts'
import { type Advert, advertiserOf, withAdvertiser } from './advertisers.ts'
import { releaseFreeDays } from './allowances.ts'
import { advertFaults, checkAdvert, periodIn } from './checks.ts'
import { feeOf, paymentOf, settleFee } from './fees.ts'
import { lockPlace } from './places.ts'
import { advertForm, type Changes, readAdvert, writeAdvert } from './records.ts'
import { advertReviewFacts } from './reviewFacts.ts'
import { advert } from './tables.ts'

export const routeOfAdvert = (id: number | null) => `/admin/user/adverts/${id ?? ''}`

/** 广告投放: an advert at one position for some days; its `subjectId` is the advert. */
export const advertKind = defineKind({
  kind: 'advert',
  name: '广告投放',
  prefix: 'GG',
  publishes: true,
  messages: 'advert',
  schema,
  route: (_, __, { subjectId }) => routeOfAdvert(subjectId),
  title: ({ title }, before) => String(title ?? before.title),
  // Begun by `updateOwn`.
  applicant: {},
  faults: advertFaults,
  check: checkAdvert,
  dueOn,
  payment: paymentOf,
  aside: advertReviewFacts,
  entered: {
    submitted,
    returned: (ctx, entered) => release(ctx, entered, 'returned'),
    unpaid,
    paying: (ctx, entered) => enterStatus(ctx, entered, 'paying'),
    approved,
    withdrawn: (ctx, entered) => release(ctx, entered, 'withdrawn'),
    rejected: (ctx, entered) => release(ctx, entered, 'rejected'),
    expired: (ctx, entered) => release(ctx, entered, 'lapsed'),
  },
})

/** A free advert needs no confirmation of a fee. */
async function schema(ctx: Pick<Ctx, 'db'>, { subjectId }: { subjectId: number | null }) {
  const fee = subjectId ? await feeOf(ctx, subjectId) : undefined
  const isFree = fee !== undefined && fee.amount === 0
  return {
    path: isFree ? (['review'] as const) : (['review', 'fee'] as const),
    fields: advertFields,
    slots: advertSlots,
  }
}

/** Payment is due before the first day: otherwise an unpaid advert would run, or occupy the position. */
async function dueOn(ctx: Ctx, { subjectId }: Application, state: State): Promise<string | null> {
  if (state !== 'unpaid') return null
  const { startsOn } = await readAdvert(ctx, subjectId!)
  const [, last] = [dayOf(ctx.now), addDays(startsOn!, -1)].toSorted()
  return last!
}

async function submitted(ctx: Ctx, { application: of, values }: Entered): Promise<Effect> {
  const before = await readAdvert(ctx, of.subjectId!)
  const period = periodIn(values)
  const place = await lockPlace(ctx, period.position)
  const fee = await settleFee(ctx, before, place, period)
  await writeAdvert(ctx, before, { ...advertForm.rowOf(values), number: of.number, status: 'submitted' })
  const cost = fee.amount > 0 ? '审核通过后缴费。' : ''
  return { resultId: before.id, say: `${describePeriod({ ...period })}。${cost}` }
}

const describePeriod = (of: Pick<Advert, 'position' | 'startsOn' | 'endsOn'>) =>
  `${positions[positionOf(of)].name}，${of.startsOn} 至 ${of.endsOn}`

async function unpaid(ctx: Ctx, { application: of }: Entered): Promise<Effect> {
  const current = await readAdvert(ctx, of.subjectId!)
  refusePast(ctx, current)
  await writeAdvert(ctx, current, { status: 'unpaid' })
  const fee = (await feeOf(ctx, current.id))!
  const { organisationId, personId, accountId, title } = current
  const name = await nameOf(ctx, current.id)
  await raise(ctx, {
    kind: ADVERT_FEE,
    payableId: of.id,
    applicationId: of.id,
    number: of.number ?? '',
    organisationId,
    personId,
    accountId,
    debtor: name,
    about: `广告“${title}”`,
    amount: fee.amount,
    dueOn: of.dueOn,
  })
  const cost = `广告费 ${formatYuan(fee.amount)} 元（${wordsOfCost(fee)}）`
  return { say: `${cost}。${await payingWords(ctx, `${name} ${of.number}`)}` }
}

/** Refuses days that have passed before any payment is requested. */
function refusePast(ctx: Ctx, { startsOn, status }: Advert): void {
  if (status === 'submitted' && startsOn! <= dayOf(ctx.now))
    throw conflict(`开始日期 ${startsOn} 已到，请退回并在“开始日期”批注，请广告主改期`)
}

async function approved(ctx: Ctx, { application: of }: Entered): Promise<Effect> {
  const current = await readAdvert(ctx, of.subjectId!)
  refusePast(ctx, current)
  await publishFiles(ctx, [current.imageId!])
  await confirm(ctx, ADVERT_FEE, of.id)
  await writeAdvert(ctx, current, { status: 'approved' })
  return { resultId: current.id, say: `将自动投放：${describePeriod(current)}。` }
}

async function enterStatus(ctx: Ctx, { application: of }: Entered, status: StoredState, changes: Changes = {}) {
  await writeAdvert(ctx, await readAdvert(ctx, of.subjectId!), { ...changes, status })
  return undefined
}

/** Releases the days at the position and the free days of the membership. */
async function release(ctx: Ctx, entered: Entered, status: StoredState): Promise<Effect> {
  const say = await cancel(ctx, ADVERT_FEE, entered.application.id)
  await releaseFreeDays(ctx, { id: entered.application.subjectId! })
  await enterStatus(ctx, entered, status)
  return { say }
}

async function nameOf(ctx: Ctx, id: number): Promise<string> {
  const [row] = await withAdvertiser(ctx).where(eq(advert.id, id))
  return advertiserOf(row!)
}
