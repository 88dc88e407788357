import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { feeColumns, isOwed } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { asStaff, signInAs } from '../support/make.ts'
import { freePort } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { setUpSite, site } from './site.ts'

type Caller = ReturnType<typeof site.as>

export let standIns: Awaited<ReturnType<typeof startStandIns>>
/** Folder with the keys of the mock servers. */
export let folder: string
/** Account with the unpaid fee. */
export let payer: Caller
export let cashier: Caller
export let other: Caller

/** The demo association with providers of payments that reach it over HTTP, before the tests of a file and after them. */
export function setUpPayments(env: Record<string, string> = {}) {
  let port: number
  setUpSite(async () => {
    port = await freePort()
    folder = await makeScratch('stand-ins')
    const PUBLIC_URL = `http://127.0.0.1:${port}`
    standIns = await startStandIns({ port: 0, site: PUBLIC_URL, folder })
    return { demo: true, env: { ...standIns.settings, PUBLIC_URL, WRITES_PER_MINUTE: '10000', ...env } }
  })
  beforeAll(async () => {
    await site.app.listen({ host: '127.0.0.1', port })
    payer = site.as(await signInAs(site, 'qingyuan'))
    cashier = await asStaff(site, 'cashier')
    other = await asStaff(site, 'admin')
  })
  afterAll(async () => {
    await standIns.close()
    await rm(folder, { recursive: true })
  })
}

/** Asks every member for the fee of a year; answers what the payer of these tests owes for it. */
export async function oweFee(year: number): Promise<{ id: number; feeId: number; amount: number }> {
  const { count } = (await cashier.get('/staff/fee/raise', { year })).data
  await cashier.post('/staff/fee/raise', { year, dueOn: `${year}-06-30`, expected: count })
  const fees = await site.services.db
    .select({ fee: feeColumns, name: organisation.name })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .innerJoin(member, eq(member.id, memberFee.memberId))
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(eq(memberFee.year, year))
  const { fee } = fees.find(({ name }) => name.includes('清源'))!
  return { id: owedId(receivableKind('memberFee')!, fee.id), feeId: fee.id, amount: fee.amount }
}

export async function orderFor(ids: number[], provider = 'wechatPay', scene = 'code'): Promise<string> {
  const made = await payer.post('/member/payment/order', { ids, provider, scene })
  if (made.code !== 200) throw new Error(made.msg)
  return made.data.number
}

/** Performs an act as the person with the phone. */
export async function onThePhone(number: string, manner = 'once', { act = 'pay', provider = 'wechatPay' } = {}) {
  const response = await fetch(`${standIns.origin}/${provider}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ number, manner, act }),
  })
  if (!response.ok) throw new Error(`the stand-in answered ${response.status}`)
}

export const orderOf = async (number: string) => (await payer.get('/member/payment/order', { number })).data
