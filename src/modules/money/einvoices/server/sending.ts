import { randomInt } from 'node:crypto'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { fenOf } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { UntrustedNotification } from '#lib/server/http/signedNotices.ts'
import { nextPollAt } from '#lib/server/jobs/nextPoll.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { blueAmountOf } from '../../invoices/server/reds.ts'
import { readRecord } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import { deliver } from './delivery.ts'
import { invoiceDriver } from './drivers/drivers.ts'
import {
  type InvoiceDriver,
  ProviderRefusal,
  type ProviderStatus,
  ProviderUnavailable,
} from './drivers/invoiceDriver.ts'
import {
  applyProviderStatus,
  applyRefusal,
  type EInvoice,
  isUnderWay,
  noteProblem,
  updateEInvoice,
} from './providerStatus.ts'

const BATCH_SIZE = 200

/** A number of ours that was never given: by day, and by chance. */
export const newRequestNumber = ({ now }: Pick<Ctx, 'now'>) =>
  `E${dayOf(now).replaceAll('-', '')}${String(randomInt(1e10)).padStart(10, '0')}`

/** Returns whether a red invoice reverses the whole amount of its blue one. */
async function isWhole(ctx: Ctx, { payable, payableId, blueNumber, amount }: EInvoice): Promise<boolean> {
  const record = await readRecord(ctx, receivableIdOf(payable, payableId))
  return fenOf(await blueAmountOf(ctx, { ...record, invoiceNumber: blueNumber })) === fenOf(amount)
}

async function sendTo(ctx: Ctx, driver: InvoiceDriver, of: EInvoice): Promise<ProviderStatus> {
  const { requestNumber, paper, amount, item, taxCode, taxRate } = of
  const buyer = {
    name: of.title,
    creditCode: of.creditCode,
    address: of.address,
    phone: of.phone,
    bank: of.bank,
    account: of.accountSealed ? ctx.encryption.decrypt(of.accountSealed) : '',
    email: of.email,
  }
  const asked = { requestNumber, paper, amount, item, taxCode, taxRate, buyer }
  if (of.colour === 'blue') return driver.blue({ ...asked, remark: of.about })
  const { blueNumber, confirmation, redReason: reason } = of
  return driver.red({ ...asked, blueNumber, confirmation, reason, isWhole: await isWhole(ctx, of) })
}

/**
 * Brings what is under way on: sends it, or asks how it stands where it may have been sent. It is written down as under way
 * before the provider hears of it, and asked for with the same number again: nothing is lost, nothing is doubled.
 */
export async function advanceRequest(ctx: Ctx, of: EInvoice, isNew = false): Promise<EInvoice> {
  const driver = invoiceDriver(ctx)
  if (!driver || of.provider !== driver.name) return of
  if (of.state === 'issued') return deliver(ctx, driver, of)
  try {
    const known = isNew ? undefined : await driver.query(of)
    const after = await applyProviderStatus(ctx, known ?? (await sendTo(ctx, driver, of)))
    return after.state === 'issued' ? await deliver(ctx, driver, after) : after
  } catch (error) {
    if (error instanceof ProviderRefusal) return applyRefusal(ctx, of, error.message.slice(0, 200))
    ctx.log.warn({ err: error, requestNumber: of.requestNumber }, 'an e-invoice could not be brought on')
    return noteProblem(ctx, of, describeTrouble(error))
  }
}

function describeTrouble(error: unknown): string {
  if (error instanceof ProviderUnavailable) return error.message.slice(0, 200)
  return error instanceof UntrustedNotification
    ? `开票服务的答复不可信：${error.message}`
    : '开票服务没有应答，稍后自动再问'
}

/** Scheduled job: continues all requests in progress. */
export async function advanceDueRequests(ctx: Ctx): Promise<void> {
  const driver = invoiceDriver(ctx)
  if (!driver) return
  const due = await ctx.db
    .select()
    .from(eInvoice)
    .where(and(isUnderWay, eq(eInvoice.provider, driver.name), lte(eInvoice.askAgainAt, ctx.now)))
    .orderBy(eInvoice.askAgainAt)
    .limit(BATCH_SIZE)
  // Postpones all of them first, so that a failure does not cause an immediate retry.
  for (const of of due) await updateEInvoice(ctx, of, { askAgainAt: nextPollAt(ctx, of.sentAt) })
  for (const of of due)
    await advanceRequest(ctx, of).catch(err =>
      ctx.log.error({ err, requestNumber: of.requestNumber }, 'an e-invoice could not be continued'),
    )
}

export const readEInvoices = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<EInvoice[]> =>
  db
    .select()
    .from(eInvoice)
    .where(inArray(eInvoice.id, [...ids]))
