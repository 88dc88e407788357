import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { claim } from '#modules/ledger/receivables/server/receivables.ts'
import type { Receipt } from '#modules/ledger/slips/server/slips.ts'
import { writeForm } from '#modules/review/applying/server/applying.ts'
import { claimPayment } from '#modules/review/applying/server/paymentClaims.ts'
import { saveDraft } from '#modules/review/applying/server/submissions.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'
import { ADVERT_FEE, statusNames, statusOf } from '../advertStatus.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { callingAdvertiser, refuseIncompleteProfile } from './advertisers.ts'
import { advertKind } from './advertKind.ts'
import { advertChangeKind } from './changeKind.ts'
import { changesOf, toHeads } from './heads.ts'
import { changeOf } from './info.ts'
import { ownAdvert } from './own.ts'
import { readAdvert } from './records.ts'
import { advert } from './tables.ts'

type Endpoint = (typeof ownAdvertsContract)['POST /cms/adverti/user/update']
type Given = Parsed<Endpoint>

export async function updateOwn(ctx: Ctx, given: Given): Promise<Output<Endpoint>> {
  const { id, pay } = given
  if (pay) return answerOf(ctx, await payOwn(ctx, given, pay))
  const found = id === undefined ? undefined : await ownAdvert(ctx, id)
  if (found?.advert.status === 'approved') return answerOf(ctx, await changeOwn(ctx, given))
  if (found && !found.application) throw conflict('这条广告由协会登记，需要更改请与协会联系')
  const applicationId = found?.application?.id ?? (await begin(ctx, given)).id
  return answerOf(ctx, await write(ctx, advertKind, applicationId, given))
}

const write = (ctx: Ctx, kind: Kind, id: number, { version, form, materials: files, answers, action }: Given) =>
  writeForm(ctx, kind, { id, version, form, files, answers, action })

async function answerOf(ctx: Ctx, of: Application): Promise<Output<Endpoint>> {
  const current = await readAdvert(ctx, of.subjectId!)
  const status = statusOf(current, dayOf(ctx.now))
  return {
    id: current.id,
    status,
    statusName: statusNames[status],
    applicationId: of.id,
    version: of.version,
    savedAt: iso(of.updatedAt),
  }
}

/** Drafts that somebody may have at a time; and in ms, how soon the same again is the same click. */
const MAX_DRAFTS = 20
const SAME_CLICK_MS = 60_000

/** A new advert with its application; sent twice at once it is begun once. */
const begin = (ctx: Ctx, { form = {} }: Given): Promise<Application> =>
  inTransaction(ctx, async tx => {
    const { db } = tx
    const by = await callingAdvertiser(tx)
    refuseIncompleteProfile(by)
    const { accountId, organisationId, personId } = by
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`advert ${accountId}`}, 0))`)
    const title = String(form.title ?? '')
      .trim()
      .slice(0, 30)
    const drafts = and(eq(advert.accountId, accountId), eq(advert.status, 'draft'), sql`${advert.removedAt} is null`)
    const same = await findSameClick(tx, accountId, title)
    if (same) return saveDraft(tx, advertKind, { id: same })
    const [held] = await db.select({ n: count() }).from(advert).where(drafts)
    if (held!.n >= MAX_DRAFTS) throw conflict(`您已有 ${MAX_DRAFTS} 份广告草稿，请先提交或删除不用的`)
    const [begun] = await db
      .insert(advert)
      .values({ accountId, organisationId, personId, title, createdAt: ctx.now, updatedAt: ctx.now })
      .returning()
    const of = await saveDraft(tx, advertKind, {}, { organisationId, personId, subjectId: begun!.id })
    await db.update(advert).set({ applicationId: of.id }).where(eq(advert.id, begun!.id))
    return of
  })

async function findSameClick({ db, now }: Ctx, accountId: number, title: string): Promise<number | undefined> {
  const [last] = await db
    .select()
    .from(advert)
    .where(
      and(
        eq(advert.accountId, accountId),
        eq(advert.status, 'draft'),
        eq(advert.title, title),
        gt(advert.createdAt, new Date(now.getTime() - SAME_CLICK_MS)),
        sql`${advert.removedAt} is null`,
      ),
    )
    .orderBy(desc(advert.id))
    .limit(1)
  return last?.applicationId ?? undefined
}

/** An open change goes on; a new one begins with what is on the site. */
async function changeOwn(ctx: Ctx, given: Given): Promise<Application> {
  const row = await ownAdvert(ctx, given.id!)
  const [head] = await toHeads(ctx, [row])
  if (!head!.canChange && !head!.change) throw conflict(`广告${head!.statusName}，不能变更`)
  const open = (await changesOf(ctx, [row.advert.id])).get(row.advert.id)
  const { organisationId, personId, id: subjectId } = row.advert
  if (open) return write(ctx, advertChangeKind, open.id, given)
  const form = { ...changeOf(ctx, row.advert, row.application), ...given.form }
  const about = { organisationId, personId, subjectId }
  const begun = await writeForm(ctx, advertChangeKind, { form, files: given.materials, action: 'save' }, about)
  if (given.action === 'save') return begun
  return writeForm(ctx, advertChangeKind, { id: begun.id, version: begun.version, action: 'submit' })
}

async function payOwn(ctx: Ctx, { id, version }: Given, receipt: Receipt): Promise<Application> {
  if (id === undefined) throw invalid('请指明广告', { id: '请指明广告' })
  const { application: app } = await ownAdvert(ctx, id)
  if (!app || app.accountId !== signedInActor(ctx).accountId) throw conflict('这条广告由协会登记，缴费请与协会联系')
  return claimPayment(ctx, app, version, tx => claim(tx, ADVERT_FEE, app.id, receipt))
}
