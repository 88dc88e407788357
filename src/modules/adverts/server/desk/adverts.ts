import { and, eq, gte, inArray, isNotNull, lte, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { advertFilters } from '../../advertFilters.ts'
import { statusNames, statusOf } from '../../advertStatus.ts'
import { wordsOfCost } from '../../cost.ts'
import { isPosition, positions } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import { advertiserOf } from '../advertisers.ts'
import { changesOf, hasStatus, isFeeOfAdvert, type ReadHead, readHeads, totalOf } from '../heads.ts'
import { daysOf } from '../stats.ts'
import { advert, advertFee } from '../tables.ts'

type Endpoints = typeof staffAdvertsContract
type Show = Endpoints['GET /staff/advert']

/**
 * Condition that leaves out drafts, which only their author may see, and applications withdrawn before submission,
 * which have no number.
 */
const isHandedIn = and(ne(advert.status, 'draft'), isNotNull(advert.number))

/** Money has come for it, and an invoice is to be made out. */
const isToInvoice = and(eq(receivable.state, 'confirmed'), eq(receivable.invoiceNumber, ''))

const dayOrFirst = (day: SQLWrapper) => sql`coalesce(${day}, '-infinity'::date)`

/** 广告: all adverts that were handed in. */
const advertRegister = defineRegister({
  name: '广告',
  views: { code: 'advert', permission: 'staff:applications' },
  filters: advertFilters,
  from: sql`${advert} left join ${advertFee} on ${advertFee.advertId} = ${advert.id}
    left join ${receivable} on ${isFeeOfAdvert}
    left join ${organisation} on ${organisation.id} = ${advert.organisationId}
    left join ${person} on ${person.id} = ${advert.personId}`,
  id: advert.id,
  newest: advert.id,
  within: () => isHandedIn,
  where: {
    key: words =>
      or(...[advert.title, advert.number, organisation.name, person.name].map(of => containsWords(of, words))),
    status: (status, ctx) => hasStatus(ctx, status),
    position: advert.position,
    from: day => gte(advert.endsOn, day),
    to: day => lte(advert.startsOn, day),
    invoice: state => (state === 'due' ? isToInvoice : ne(receivable.invoiceNumber, '')),
  },
  read: async (ctx, ids) => (await readHeads(ctx, inArray(advert.id, ids))).map(row => toRow(ctx, row)),
  row: of => of,
  columns: {
    number: {
      heading: '编号',
      width: 16,
      value: of => of.number,
      sort: sql`coalesce(${advert.number}, '')`,
      nowrap: true,
    },
    title: { heading: '广告标题', width: 30, value: of => of.title, sort: byPinyin(advert.title) },
    advertiser: {
      heading: '广告主',
      width: 32,
      value: of => of.advertiser,
      sort: byName(sql`coalesce(${organisation.name}, ${person.name}, '协会')`),
    },
    positionName: {
      heading: '广告位',
      width: 16,
      value: of => of.positionName,
      sort: sql`coalesce(${advert.position}, '')`,
      nowrap: true,
    },
    startDate: {
      heading: '开始日期',
      width: 12,
      value: of => of.startDate,
      sort: dayOrFirst(advert.startsOn),
      nowrap: true,
    },
    endDate: { heading: '结束日期', width: 12, value: of => of.endDate, sort: dayOrFirst(advert.endsOn), nowrap: true },
    statusName: { heading: '状态', width: 12, value: of => of.statusName, nowrap: true, sort: advert.status },
    amount: {
      heading: '费用',
      width: 12,
      value: of => of.amount,
      empty: '—',
      sort: sql`coalesce(${advertFee.amount}, -1)`,
      isFigure: true,
    },
    feeName: {
      heading: '缴费',
      width: 12,
      value: of => of.feeName,
      empty: '—',
      nowrap: true,
      sort: sql`coalesce(${receivable.state}, '')`,
    },
    views: { heading: '浏览次数', width: 12, value: of => of.views, sort: totalOf('views'), isFigure: true },
    clicks: { heading: '点击次数', width: 12, value: of => of.clicks, sort: totalOf('clicks'), isFigure: true },
  },
  listed: [
    'title',
    'advertiser',
    'statusName',
    'positionName',
    'startDate',
    'endDate',
    'amount',
    'feeName',
    'views',
    'clicks',
    'number',
  ],
})

export const advertsHandlers = {
  'GET /staff/adverts': (ctx, asked) => advertRegister.list(ctx, asked),
  'GET /staff/advert/export': (ctx, asked) => advertRegister.export(ctx, asked),
  'GET /staff/advert': async (ctx, { id }) => {
    const [row] = await readHeads(ctx, and(isHandedIn, eq(advert.id, id)))
    if (!row) throw notFound('广告不存在，或尚未提交')
    const { advert: of } = row
    const place = isPosition(of.position) ? positions[of.position] : undefined
    return {
      ...toRow(ctx, row),
      linkUrl: of.linkUrl,
      reason: of.takenDownReason,
      takenDownAt: of.takenDownAt && iso(of.takenDownAt),
      width: place?.width ?? null,
      height: place?.height ?? null,
      changeId: (await changesOf(ctx, [id])).values().find(({ state }) => state === 'submitted')?.id ?? null,
      fee: await toFee(ctx, row),
      days: await daysOf(ctx, of),
      may: allowedActs(ctx, of),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Empty: nothing is owed, or not yet. */
const feeName = ({ fee, owed }: Pick<ReadHead, 'fee' | 'owed'>) =>
  fee?.amount === 0 ? '免费' : owed ? receivableStateNames[owed.state] : ''

function toRow({ now }: Pick<Ctx, 'now'>, row: ReadHead) {
  const { advert: of, fee, views, clicks } = row
  const status = statusOf(of, dayOf(now))
  const position = isPosition(of.position) ? of.position : null
  return {
    id: of.id,
    number: of.number,
    title: of.title,
    advertiser: advertiserOf(row),
    position,
    positionName: position ? positions[position].name : (of.position ?? ''),
    imageId: of.imageId,
    alt: of.alt ?? '',
    startDate: of.startsOn,
    endDate: of.endsOn,
    status,
    statusName: statusNames[status],
    amount: fee?.amount ?? null,
    feeName: feeName(row),
    views,
    clicks,
    applicationId: of.applicationId,
    version: of.version,
  }
}

export const allowedActs = ({ now }: Pick<Ctx, 'now'>, of: ReadHead['advert']): Output<Show>['may'] => {
  const isOver = of.endsOn !== null && of.endsOn < dayOf(now)
  if (isOver) return []
  return of.status === 'approved' ? ['takeDown'] : of.status === 'takenDown' ? ['putBack'] : []
}

async function toFee(ctx: Ctx, { fee, owed }: ReadHead) {
  if (!fee) return null
  const infos = await fileInfos(ctx, owed?.invoiceFileId ? [owed.invoiceFileId] : [])
  const { days, freeDays, price, amount } = fee
  return {
    days,
    freeDays,
    price,
    amount,
    stateName: feeName({ fee, owed }),
    words: wordsOfCost(fee),
    receivableId: owed?.id ?? null,
    paidOn: owed?.paidOn ?? null,
    payer: owed?.payer ?? '',
    invoiceTitle: owed?.invoiceTitle ?? '',
    invoiceCreditCode: owed?.invoiceCreditCode ?? '',
    invoiceEmail: owed?.invoiceEmail ?? '',
    invoiceNumber: owed?.invoiceNumber ?? '',
    invoiceIssuedOn: owed?.invoiceIssuedOn ?? null,
    invoiceFile: (owed?.invoiceFileId && infos.get(owed.invoiceFileId)) || null,
    canInvoice: owed?.state === 'confirmed',
  }
}
