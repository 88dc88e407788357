import { and, eq, gte, isNotNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { feeNames } from '#modules/membership/fees/server/applicationFees.ts'
import { statusNames, statusOf } from '../../advertStatus.ts'
import { wordsOfCost } from '../../cost.ts'
import { isPosition, positions } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import { advertiserOf } from '../advertisers.ts'
import type { AdvertFee } from '../fees.ts'
import { changesOf, hasStatus, type ReadHead, readHeads } from '../heads.ts'
import { daysOf } from '../stats.ts'
import { advert, advertFee } from '../tables.ts'

type Endpoints = typeof staffAdvertsContract
type List = Endpoints['GET /staff/adverts']
type Show = Endpoints['GET /staff/advert']
type Filter = Parsed<Endpoints['GET /staff/advert/export']>
export type Row = Output<List>['list'][number]

/**
 * Condition that leaves out drafts, which only their author may see, and applications withdrawn before submission,
 * which have no number.
 */
const isHandedIn = and(ne(advert.status, 'draft'), isNotNull(advert.number))

/** Money has come for it, and an invoice is to be made out. */
const isToInvoice = and(eq(advertFee.state, 'confirmed'), sql`${advertFee.amount} > 0`, eq(advertFee.invoiceNumber, ''))

export const matching = (
  ctx: Pick<Ctx, 'now'>,
  { status, position, key, from, to, invoice }: Filter,
): SQL | undefined =>
  and(
    isHandedIn,
    status && hasStatus(ctx, status),
    position && eq(advert.position, position),
    from ? gte(advert.endsOn, from) : undefined,
    to ? lte(advert.startsOn, to) : undefined,
    invoice === 'due' ? isToInvoice : undefined,
    invoice === 'issued' ? ne(advertFee.invoiceNumber, '') : undefined,
    key
      ? or(
          sql`strpos(${advert.title}, ${key}) > 0`,
          sql`strpos(${advert.number}, ${key.toUpperCase()}) > 0`,
          sql`strpos(${organisation.name}, ${key}) > 0`,
          sql`strpos(${person.name}, ${key}) > 0`,
        )
      : undefined,
  )

export const advertsHandlers = {
  'GET /staff/adverts': async (ctx, asked) => {
    const where = matching(ctx, asked)
    const rows = await readHeads(ctx, where).limit(asked.pageSize).offset(offset(asked))
    const counted = sql`select 1 from ${advert}
    left join ${advertFee} on ${eq(advertFee.advertId, advert.id)}
    left join ${organisation} on ${eq(organisation.id, advert.organisationId)}
    left join ${person} on ${eq(person.id, advert.personId)} where ${where}`
    return toPage(
      rows.map(row => toRow(ctx, row)),
      await countOf(ctx.db, counted),
      asked,
    )
  },
  'GET /staff/advert/export': async (ctx, asked) => {
    const rows = inBatches<Row>(async last => {
      const next = last && lt(advert.id, last.id)
      const read = await readHeads(ctx, and(matching(ctx, asked), next)).limit(1000)
      return read.map(row => toRow(ctx, row))
    })
    return sendWorkbook(`广告-${dayOf(ctx.now)}`, { name: '广告', columns: exported, rows })
  },
  'GET /staff/advert': async (ctx, { id }) => {
    const [row] = await readHeads(ctx, and(isHandedIn, eq(advert.id, id)))
    if (!row) throw notFound('广告不存在，或尚未提交')
    const { advert: of, fee } = row
    const place = isPosition(of.position) ? positions[of.position] : undefined
    return {
      ...toRow(ctx, row),
      linkUrl: of.linkUrl,
      reason: of.takenDownReason,
      takenDownAt: of.takenDownAt && iso(of.takenDownAt),
      width: place?.width ?? null,
      height: place?.height ?? null,
      changeId: (await changesOf(ctx, [id])).values().find(({ state }) => state === 'submitted')?.id ?? null,
      fee: fee && (await toFee(ctx, fee)),
      days: await daysOf(ctx, of),
      may: allowedActs(ctx, of),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

const feeName = (fee: AdvertFee | null) => {
  if (!fee) return ''
  return fee.amount === 0 ? '免费' : feeNames[fee.state]
}

export function toRow({ now }: Pick<Ctx, 'now'>, row: ReadHead): Row {
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
    feeName: feeName(fee),
    views,
    clicks,
    applicationId: of.applicationId,
    version: of.version,
  }
}

const exported: Column<Row>[] = [
  { title: '编号', width: 16, value: ({ number }) => number },
  { title: '广告标题', width: 30, value: ({ title }) => title },
  { title: '广告主', width: 32, value: ({ advertiser }) => advertiser },
  { title: '广告位', width: 16, value: ({ positionName }) => positionName },
  { title: '开始日期', width: 12, value: ({ startDate }) => startDate },
  { title: '结束日期', width: 12, value: ({ endDate }) => endDate },
  { title: '状态', width: 12, value: ({ statusName }) => statusName },
  { title: '费用', width: 12, value: ({ amount }) => amount },
  { title: '缴费', width: 12, value: ({ feeName }) => feeName },
  { title: '浏览次数', width: 12, value: ({ views }) => views },
  { title: '点击次数', width: 12, value: ({ clicks }) => clicks },
]

export const allowedActs = ({ now }: Pick<Ctx, 'now'>, of: ReadHead['advert']): Output<Show>['may'] => {
  const isOver = of.endsOn !== null && of.endsOn < dayOf(now)
  if (isOver) return []
  return of.status === 'approved' ? ['takeDown'] : of.status === 'takenDown' ? ['putBack'] : []
}

/** Version of the fields that an invoice changes, to detect concurrent edits. */
export const invoiceVersion = ({ invoiceNumber, invoiceIssuedOn, invoiceFileId, state }: AdvertFee) =>
  versionOf([invoiceNumber, invoiceIssuedOn, invoiceFileId, state])

async function toFee(ctx: Ctx, fee: AdvertFee) {
  const infos = await fileInfos(ctx, fee.invoiceFileId ? [fee.invoiceFileId] : [])
  const { days, freeDays, price, amount, paidOn, payer, invoiceTitle, invoiceCreditCode, invoiceEmail } = fee
  return {
    days,
    freeDays,
    price,
    amount,
    stateName: feeName(fee),
    words: wordsOfCost(fee),
    paidOn,
    payer,
    invoiceTitle,
    invoiceCreditCode,
    invoiceEmail,
    invoiceNumber: fee.invoiceNumber,
    invoiceIssuedOn: fee.invoiceIssuedOn,
    version: invoiceVersion(fee),
    invoiceFile: (fee.invoiceFileId && infos.get(fee.invoiceFileId)) || null,
    canInvoice: fee.state === 'confirmed' && amount > 0,
  }
}
