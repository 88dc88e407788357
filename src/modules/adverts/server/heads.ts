import { and, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, openStates, possibleActions } from '#modules/review/workflow.ts'
import { ADVERT_FEE, type AdvertStatus, hasEnded, statusNames, statusOf } from '../advertStatus.ts'
import { isPosition, positions } from '../positions.ts'
import { draftColumns } from './records.ts'
import { advert, advertDay, advertFee } from './tables.ts'

/** Views or clicks of an advert on all its days. */
export const totalOf = (column: 'views' | 'clicks') =>
  sql`coalesce((select sum(${advertDay[column]}) from ${advertDay} where ${eq(advertDay.advertId, advert.id)}), 0)`.mapWith(
    Number,
  )

/** Joins what is owed for an advert. */
export const isFeeOfAdvert = and(eq(receivable.kind, ADVERT_FEE), eq(receivable.payableId, advert.applicationId))

/** Adverts with whatever lists of them show; the newest first. */
export const readHeads = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db
    .select({
      advert,
      application,
      fee: advertFee,
      owed: receivable,
      views: totalOf('views'),
      clicks: totalOf('clicks'),
      organisationName: organisation.name,
      personName: person.name,
    })
    .from(advert)
    .leftJoin(application, eq(application.id, advert.applicationId))
    .leftJoin(advertFee, eq(advertFee.advertId, advert.id))
    .leftJoin(receivable, isFeeOfAdvert)
    .leftJoin(organisation, eq(organisation.id, advert.organisationId))
    .leftJoin(person, eq(person.id, advert.personId))
    .where(where)
    .orderBy(desc(advert.id))
    .$dynamic()
export type ReadHead = Awaited<ReturnType<typeof readHeads>>[number]

/** The rows that are called so today. */
export function hasStatus({ now }: Pick<Ctx, 'now'>, status: AdvertStatus): SQL | undefined {
  const today = dayOf(now)
  const approved = eq(advert.status, 'approved')
  if (status === 'scheduled') return and(approved, gt(advert.startsOn, today))
  if (status === 'running') return and(approved, lte(advert.startsOn, today), gte(advert.endsOn, today))
  if (status === 'ended') return and(approved, lt(advert.endsOn, today))
  return inArray(advert.status, status === 'withdrawn' ? ['withdrawn', 'deleted'] : [status])
}

/**
 * Reads the form of the application while the advertiser edits a draft or a returned advert: it is newer than the row.
 */
const currentColumns = ({ now }: Ctx, { advert: of, application: app }: ReadHead) =>
  app && (of.status === 'draft' || of.status === 'returned') ? { ...of, ...draftColumns(app.form, dayOf(now)) } : of

/** An open change of each, by the advert's id. */
export async function changesOf({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, Application>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(application)
    .where(
      and(
        eq(application.kind, 'advertChange'),
        inArray(application.subjectId, [...ids]),
        inArray(application.state, openStates()),
      ),
    )
  return new Map(rows.map(row => [row.subjectId!, row]))
}

export async function toHeads(ctx: Ctx, rows: ReadHead[]) {
  const changes = await changesOf(
    ctx,
    rows.map(({ advert: { id } }) => id),
  )
  return rows.map(row => toHead(ctx, row, changes.get(row.advert.id)))
}

function toHead(ctx: Ctx, row: ReadHead, change: Application | undefined) {
  const { application: app, fee, views, clicks } = row
  const { id, number, title, position, startsOn, endsOn, imageId, ...of } = currentColumns(ctx, row)
  const status = statusOf(row.advert, dayOf(ctx.now))
  return {
    id,
    number,
    title: title || '未命名的广告',
    position: isPosition(position) ? position : null,
    positionName: isPosition(position) ? positions[position].name : '未选广告位',
    startDate: startsOn,
    endDate: endsOn,
    status,
    statusName: statusNames[status],
    imageId,
    views,
    clicks,
    amount: fee?.amount ?? null,
    reason: reasonOf(row),
    applicationId: app?.id ?? null,
    applicationVersion: app?.version ?? null,
    deadline: app?.dueOn ?? null,
    change: change
      ? {
          id: change.id,
          number: change.number,
          status: change.state,
          version: change.version,
          statusName: nameOfState(change.state),
        }
      : null,
    ...rightsOf(ctx, row, status, change),
    accountId: of.accountId,
  }
}

const reasonOf = ({ advert: { status, takenDownReason }, application: app }: ReadHead) =>
  status === 'takenDown'
    ? takenDownReason
    : (app?.remarks ?? []).map(({ label, text }) => `${label}：${text}`).join('\n')

function rightsOf(ctx: Ctx, { application: app }: ReadHead, status: AdvertStatus, change: Application | undefined) {
  const isMine = app?.accountId === signedInActor(ctx).accountId
  const state = app?.state
  const isIdle = change === undefined || change.state === 'draft' || change.state === 'returned'
  const mayWithdraw = state && state !== 'draft' && possibleActions(state, ['review', 'fee']).includes('withdraw')
  return {
    canEdit: isMine && (state === 'draft' || state === 'returned'),
    canPay: isMine && state === 'unpaid',
    canChange: isMine && isIdle && (status === 'scheduled' || status === 'running'),
    canWithdraw: isMine && Boolean(mayWithdraw),
    canRemove: (isMine && (state === 'draft' || state === 'returned')) || hasEnded(status),
  }
}
