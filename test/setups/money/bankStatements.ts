import { eq, inArray } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { bankLine, bankStatement, receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import {
  feeColumns,
  isOwed,
  lockFees,
  type Fee as OwedFee,
  selectFees,
  writeFees,
} from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { asStaff, staffSession } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let cashier: ReturnType<typeof site.as>
export let other: ReturnType<typeof site.as>
export let cookie: { cookie: string }
export type Fee = { fee: OwedFee; number: string; name: string; shortName: string }
export let fees: Fee[]
export const YEAR = 2041

export function setUpBankStatements(env: Record<string, string> = {}) {
  setUpSite({ demo: true, env })
  beforeAll(async () => {
    const { db } = site.services
    await db.delete(bankLine)
    await db.delete(bankStatement)
    cookie = await staffSession(site, 'cashier')
    cashier = site.as(cookie)
    other = await asStaff(site, 'admin')
    await writeFees({ db }, await lockFees({ db }, inArray(receivable.state, ['due', 'claimed'])), {
      state: 'cancelled',
    })
    const { count } = (await cashier.get('/staff/fee/raise', { year: YEAR })).data
    await cashier.post('/staff/fee/raise', { year: YEAR, dueOn: `${YEAR}-06-30`, expected: count })
    fees = await db
      .select({ fee: feeColumns, number: member.number, name: organisation.name, shortName: organisation.shortName })
      .from(memberFee)
      .innerJoin(receivable, isOwed)
      .innerJoin(member, eq(member.id, memberFee.memberId))
      .innerJoin(organisation, eq(organisation.id, member.organisationId))
      .where(eq(memberFee.year, YEAR))
      .orderBy(memberFee.id)
  })
}

export const HEAD = '交易日期,贷方金额,对方户名,对方账号,附言,交易流水号'
export const csv = (...lines: string[]) => Buffer.from([HEAD, ...lines].join('\n'))

export async function upload(bytes: Buffer, name = '流水.csv', bank = '示例银行') {
  const form = new FormData()
  form.append('bank', bank)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/staff/statement/upload',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...cookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! },
  })
  return response.json()
}

/** The whole of a receivable as the one share of a payment. */
export const wholeOf = (payable: string, payableId: number, amount: number) => ({
  shares: [{ payable, payableId, amount }],
})
export const feeOf = ({ id, amount }: { id: number; amount: number }) => wholeOf('memberFee', id, amount)
export const linesOf = async (id: number, query = {}) =>
  (await cashier.get('/staff/statement/lines', { id, pageSize: 100, ...query })).data.list
export const stateOf = async (id: number) => (await selectFees(site.services).where(eq(memberFee.id, id)))[0]!
