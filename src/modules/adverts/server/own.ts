import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { advanceApplication, lockApplication } from '#modules/review/server/steps.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { callingAdvertiser, isOwnAdvert } from './advertisers.ts'
import { hasStatus, type ReadHead, readHeads, toHeads } from './heads.ts'
import { lockAdvert, writeAdvert } from './records.ts'
import { advert } from './tables.ts'

type Endpoints = typeof ownAdvertsContract
type List = Endpoints['GET /cms/adverti/list']
type Remove = Endpoints['POST /cms/adverti/user/remove']

export async function listOwn(ctx: Ctx, asked: Parsed<List>): Promise<Output<List>> {
  const where = and(
    isOwnAdvert(await callingAdvertiser(ctx)),
    isNull(advert.removedAt),
    asked.status && hasStatus(ctx, asked.status),
  )
  const rows = await readHeads(ctx, where).limit(asked.pageSize).offset(offset(asked))
  const counted = await countOf(ctx.db, sql`select 1 from ${advert} where ${where}`)
  return toPage(await toHeads(ctx, rows), counted, asked)
}

/** Returns one of the caller's own adverts; throws not-found for any other. */
export async function ownAdvert(ctx: Ctx, id: number): Promise<ReadHead> {
  const [found] = await readHeads(
    ctx,
    and(eq(advert.id, id), isOwnAdvert(await callingAdvertiser(ctx)), isNull(advert.removedAt)),
  )
  if (!found) throw notFound('广告不存在，或不是您的')
  return found
}

/** Withdraws an advert that was never approved; the association keeps the record of everything submitted. */
export async function removeOwn(ctx: Ctx, { id }: Parsed<Remove>): Promise<Output<Remove>> {
  const found = await ownAdvert(ctx, id)
  await inTransaction(ctx, async tx => {
    const app = found.application && (await lockApplication(tx, found.application.id))
    const [head] = await toHeads(tx, [await ownAdvert(tx, id)])
    if (!head!.canRemove) throw conflict(`广告${head!.statusName}，不能删除`)
    if (app?.state === 'draft' || app?.state === 'returned')
      await advanceApplication(tx, app, {
        action: 'withdraw',
        by: 'applicant',
        actorName: nameOfActor(signedInActor(ctx)),
      })
    await writeAdvert(tx, await lockAdvert(tx, id), { removedAt: ctx.now })
  })
  return {}
}
