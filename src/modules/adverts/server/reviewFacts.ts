import { and, desc, ne } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application, Aside } from '#modules/review/server/applicationKinds.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { statusNames, statusOf } from '../advertStatus.ts'
import { advertText, forbiddenWordFinder } from '../advertWords.ts'
import { wordsOfCost } from '../cost.ts'
import { positionOf, positions, sizeOf } from '../positions.ts'
import { type Advert, isOwnAdvert } from './advertisers.ts'
import { feeOf } from './fees.ts'
import { fullDays, readPlace, spansOf } from './places.ts'
import { readAdvert } from './records.ts'
import { advert } from './tables.ts'

const MAX_OTHER_ADVERTS = 5

/** Information for the reviewer: preview, text, days, fee and other adverts of the advertiser. */
export async function advertReviewFacts(ctx: Ctx, of: Application, values: FormValues): Promise<Aside[]> {
  const current = await readAdvert(ctx, of.subjectId!)
  const fee = await feeOf(ctx, current.id)
  const facts = [
    ...placeFacts(current),
    ...(await daysFacts(ctx, current)),
    ...(fee ? [{ label: '费用', text: `${formatYuan(fee.amount)} 元（${wordsOfCost(fee)}）` }] : []),
    ...(await wordFacts(ctx, values)),
    ...(await otherFacts(ctx, current)),
  ]
  return [{ title: '广告位与内容', facts, link: { name: '查看预览与排期', route: `/staff/adverts/${current.id}` } }]
}

export async function changeReviewFacts(ctx: Ctx, of: Application, values: FormValues): Promise<Aside[]> {
  const current = await readAdvert(ctx, of.subjectId!)
  const facts = [
    { label: '现在', text: `${statusNames[statusOf(current, dayOf(ctx.now))]}，变更通过前照常投放` },
    ...placeFacts(current),
    ...(await wordFacts(ctx, values)),
  ]
  return [{ title: '变更的广告', facts, link: { name: '查看原来的广告', route: `/staff/adverts/${current.id}` } }]
}

function placeFacts(of: Advert): Aside['facts'] {
  const place = positions[positionOf(of)]
  return [
    { label: '广告位', text: `${place.name}（${sizeOf(place)} 像素）` },
    { label: '时间', text: `${of.startsOn} 至 ${of.endsOn}` },
    { label: '链接', text: of.linkUrl ?? '不设链接' },
  ]
}

async function daysFacts(ctx: Ctx, of: Advert): Promise<Aside['facts']> {
  const { id, startsOn, endsOn, status } = of
  const isPast = status === 'submitted' && startsOn! <= dayOf(ctx.now)
  const place = await readPlace(ctx, positionOf(of))
  const full = await fullDays(ctx, place, { startsOn: startsOn!, endsOn: endsOn! }, id)
  return [
    {
      label: '空位',
      text: full.length ? `${spansOf(full)} 已被别的广告占满` : '所选日期有空位',
      isBad: full.length > 0,
    },
    ...(isPast ? [{ label: '提示', text: '开始日期已到，请退回改期', isBad: true }] : []),
  ]
}

async function wordFacts(ctx: Ctx, values: FormValues): Promise<Aside['facts']> {
  const { forbidden: never, doubtful } = await readGroup(ctx, 'advertWords')
  const foundIn = (list: string) => forbiddenWordFinder(list)(advertText(values)).map(({ word }) => word)
  const [forbidden, risky] = [foundIn(never), foundIn(doubtful)]
  return [
    {
      label: '禁用语',
      isBad: forbidden.length > 0,
      text: forbidden.length ? forbidden.join('、') : '文字中没有；图片上的文字请人工核对',
    },
    ...(risky.length ? [{ label: '须核实', text: `${risky.join('、')}：请核对依据`, isBad: true }] : []),
  ]
}

async function otherFacts({ db, now }: Ctx, of: Advert): Promise<Aside['facts']> {
  const { accountId, organisationId, personId } = of
  if (accountId === null) return []
  const rows = await db
    .select()
    .from(advert)
    .where(
      and(
        isOwnAdvert({ accountId, organisationId, personId, name: '' }),
        ne(advert.id, of.id),
        ne(advert.status, 'draft'),
      ),
    )
    .orderBy(desc(advert.id))
    .limit(MAX_OTHER_ADVERTS)
  const words = rows.map(row => `${row.title}（${statusNames[statusOf(row, dayOf(now))]}）`)
  return [{ label: '其他广告', text: words.join('；') || '没有' }]
}
