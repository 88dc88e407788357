import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { cashier, ofPayment, platformWill, setUpEInvoices } from '#test/setups/money/eInvoices.ts'
import { site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import { issueDue } from '../einvoices/server/automatic.part.ts'
import { issueDueReceipts } from '../receipts/server/automaticReceipts.part.ts'
import { paperFailure, receipt } from '../server/tables.ts'
import type { PaperFailureRow } from './contract.ts'

setUpEInvoices()

const today = dayOf(new Date())
const MINUTE = 60_000
let payer: ReturnType<typeof site.as>
let seriesId: number
let year = 2070

const series = {
  name: '自动收据',
  prefix: 'ZD',
  byYear: 'no',
  digits: 4,
  firstNumber: 1,
  kinds: ['memberFee'],
  automatic: 'yes',
  status: 'open',
}
const saveSeries = (form: object) => cashier.post('/staff/record/save', { type: 'receiptSeries', form })

/** Dues of qingyuan for one more year, settled now or in part. */
async function fee({ paid = 2000, confirmedAt = new Date() } = {}): Promise<{ id: number; payableId: number }> {
  const { db } = site.services
  const [of] = await db
    .select({ id: member.id, level: member.levelCode })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
  const settled = paid === 2000 && { state: 'confirmed' as const, paidOn: today, confirmedAt }
  const [payableId] = await raiseFees({ db, now: new Date() }, [
    { memberId: of!.id, levelCode: of!.level, year: ++year, amount: 2000, ...settled },
  ])
  const id = receivableIdOf('memberFee', payableId!)
  if (settled) await recordPaidFees(site.services)
  else {
    const share = { payable: 'memberFee', payableId, amount: paid }
    const payment = { way: 'cash', paidOn: today, payer: '清源', amount: paid, shares: [share] }
    expect((await cashier.post('/staff/received/record', payment)).msg).toBe('ok')
  }
  return { id, payableId: payableId! }
}
const receiptsOf = ({ payableId }: { payableId: number }) =>
  site.services.db
    .select()
    .from(receipt)
    .where(and(eq(receipt.payable, 'memberFee'), eq(receipt.payableId, payableId)))
const serials = async () =>
  (await site.services.db.select({ serial: receipt.serial }).from(receipt).where(eq(receipt.seriesId, seriesId)))
    .map(({ serial }) => serial)
    .sort((one, other) => one - other)
const failures = async (query: Record<string, string | number> = {}): Promise<PaperFailureRow[]> =>
  (await cashier.get('/staff/paperFailure/list', query)).data.list
const failureOf = async ({ id }: { id: number }) => (await failures()).find(one => one.receivableId === id)
const inMinutes = (minutes: number) => site.ctx(new Date(Date.now() + minutes * MINUTE))
/** What the payer reads of one payment. */
const words = async ({ payableId }: { payableId: number }) => {
  const { list } = (await payer.get('/member/paper/list', { kind: 'memberFee', payableId })).data
  return list[0]?.papers.map((one: { paperName: string; words: string }) => `${one.paperName} ${one.words}`)
}

/** A fault of the database in one payment's paper, as a full disk or a broken row would make it. */
async function breakFor(table: 'receipt' | 'e_invoice', { payableId }: { payableId: number }) {
  await site.services.db.execute(sql`
    create or replace function paper_fault() returns trigger language plpgsql as
      $$ begin raise exception 'no room for this paper'; end $$`)
  await site.services.db.execute(
    sql.raw(`create or replace trigger paper_fault after insert on ${table} for each row
      when (new.payable = 'memberFee' and new.payable_id = ${payableId}) execute function paper_fault()`),
  )
  return () => site.services.db.execute(sql.raw(`drop trigger paper_fault on ${table}`))
}

beforeAll(async () => {
  payer = site.as(await signInAs(site, 'qingyuan'))
})

describe('receipts of an automatic series', () => {
  test('follow what is settled from then on, in the order of booking; earlier and partial payments have none', async () => {
    const before = await fee()
    const saved = await saveSeries(series)
    expect(saved.msg).toBe('ok')
    seriesId = saved.data.id
    const { list } = (await cashier.get('/staff/record/list', { type: 'receiptSeries' })).data
    expect(list.at(-1)).toMatchObject({ id: seriesId, automaticFrom: today, values: { automatic: 'yes' } })
    const later = await fee({ confirmedAt: new Date(Date.now() + 2000) })
    const sooner = await fee({ confirmedAt: new Date(Date.now() + 1000) })
    const part = await fee({ paid: 500 })
    expect(await words(sooner)).toContain('收据 到账后自动开具，预计今日')
    await issueDueReceipts(site.ctx())
    expect(await receiptsOf(sooner)).toMatchObject([{ number: 'ZD0001', issuedBy: null, amount: 2000 }])
    expect(await receiptsOf(later)).toMatchObject([{ number: 'ZD0002' }])
    expect([await receiptsOf(before), await receiptsOf(part)]).toEqual([[], []])
    expect(await words(sooner)).toContain('收据 已开具 ZD0001')
    expect(await words(before)).toContain('收据 需要时请与协会联系开具')
    expect(await words(part)).toContain('收据 付清后自动开具')
    const [shown] = (await cashier.get('/staff/receipt/list', { key: 'ZD0001' })).data.list
    expect(shown).toMatchObject({ issuedName: '自动' })
  })

  test('are of one series for each kind', async () => {
    const faults = async (form: object) => (await saveSeries({ ...series, name: '另一', prefix: 'LY', ...form })).data
    expect(await faults({})).toEqual({ fields: { kinds: '其中的款项已由“自动收据”自动开具' } })
    expect(await faults({ kinds: [] })).toEqual({ fields: { kinds: '其中的款项已由“自动收据”自动开具' } })
    expect(await faults({ kinds: ['enrolment'] })).toEqual({ id: expect.any(Number) })
  })

  test('that were voided are left to the cashier', async () => {
    const of = await fee()
    await issueDueReceipts(site.ctx())
    const [made] = await receiptsOf(of)
    expect((await cashier.post('/staff/receipt/void', { id: made!.id, reason: '抬头有误' })).code).toBe(200)
    await issueDueReceipts(inMinutes(1))
    expect(await receiptsOf(of)).toMatchObject([{ state: 'void' }])
  })

  test('have no gap and no number twice, with two schedulers at once and a fault after a number was taken', async () => {
    const broken = await fee()
    const ten = await Promise.all(Array.from({ length: 10 }, () => fee()))
    const mend = await breakFor('receipt', broken)
    await Promise.all([issueDueReceipts(site.ctx()), issueDueReceipts(site.ctx())])
    await mend()
    for (const of of ten) expect(await receiptsOf(of)).toHaveLength(1)
    expect(await receiptsOf(broken)).toEqual([])
    const given = await serials()
    expect(given).toEqual(given.map((_, i) => i + 1))
    await cashier.post('/staff/paperFailure/retry', { ids: (await failures()).map(({ id }) => id) })
    expect(await serials()).toHaveLength(given.length + 1)
  })
})

describe('a paper that fails', () => {
  test('holds up no other, is tried again ever later, and is then left to the cashier, who reads why', async () => {
    const of = await fee()
    const mend = await breakFor('receipt', of)
    const next = await fee()
    await issueDueReceipts(site.ctx())
    expect(await receiptsOf(next)).toHaveLength(1)
    expect(await failureOf(of)).toMatchObject({
      paper: 'receipt',
      paperName: '收据',
      payer: '北京清源锅炉清洗有限公司',
      amount: 2000,
      attempts: 1,
      problem: '系统出错：no room for this paper',
      stateName: '稍后自动再试',
      retryTime: expect.any(String),
    })
    // Not at each tick.
    await issueDueReceipts(inMinutes(1))
    expect(await failureOf(of)).toMatchObject({ attempts: 1 })
    for (const minutes of [6, 60, 300, 2000]) await issueDueReceipts(inMinutes(minutes))
    expect(await failureOf(of)).toMatchObject({ attempts: 5, state: 'left', stateName: '待财务处理', retryTime: null })
    await issueDueReceipts(inMinutes(50_000))
    expect(await failureOf(of)).toMatchObject({ attempts: 5 })
    expect(await words(of)).toContain('收据 没有自动开成，由财务人工处理')
    const { tasks } = (await cashier.get('/staff/overview')).data
    const left = await failures({ state: 'left', paper: 'receipt', kind: 'memberFee', key: '清源' })
    expect(left.map(({ receivableId }) => receivableId)).toEqual([of.id])
    expect(await failures({ state: 'retrying' })).toEqual([])
    expect(tasks).toContainEqual(expect.objectContaining({ code: 'papersLeft', count: 1 }))
    const retry = async () => (await cashier.post('/staff/paperFailure/retry', { ids: [left[0]!.id] })).data
    expect(await retry()).toMatchObject([{ done: false, message: '系统出错：no room for this paper' }])
    await mend()
    expect(await retry()).toMatchObject([{ done: true, message: expect.stringMatching(/^已开 ZD/) }])
    expect(await failures()).toEqual([])
    expect(await retry()).toMatchObject([{ done: false, message: '这张票据已开具，或不再需要' }])
  })

  test('is forgotten once the cashier has issued it, or the series issues nothing by itself', async () => {
    const failing = async () => {
      const of = await fee()
      const mend = await breakFor('receipt', of)
      await issueDueReceipts(site.ctx())
      await mend()
      return of
    }
    const byHand = await failing()
    expect((await cashier.post('/staff/receipt/issue', { ids: [byHand.id], seriesId })).data[0].done).toBe(true)
    const given = await failing()
    expect((await failures()).map(({ receivableId }) => receivableId)).toEqual([given.id])
    const { list } = (await cashier.get('/staff/record/list', { type: 'receiptSeries' })).data
    const row = list.find(({ id }: { id: number }) => id === seriesId)
    const save = (automatic: string, version: string) =>
      cashier.post('/staff/record/save', {
        type: 'receiptSeries',
        id: seriesId,
        version,
        form: { ...row.values, automatic },
      })
    expect((await save('no', row.version)).msg).toBe('ok')
    await issueDueReceipts(inMinutes(1))
    expect(await failures()).toEqual([])
  })
})

describe('e-invoices of an automatic rule', () => {
  test('that fail before the provider is asked hold up no other and are tried again; what the provider refuses is its own list', async () => {
    const rules = (await cashier.get('/staff/record/list', { type: 'eInvoiceRule' })).data.list
    const dues = rules.find(({ values }: { values: { paper: string } }) => values.paper === 'duesReceipt')
    const form = { ...dues.values, automatic: 'yes' }
    const changed = { type: 'eInvoiceRule', id: dues.id, version: dues.version, form }
    expect((await cashier.post('/staff/record/save', changed)).msg).toBe('ok')
    const [of, next] = [await fee(), await fee()]
    expect(await words(of)).toContain('会费票据 到账后自动开具，预计今日')
    const mend = await breakFor('e_invoice', of)
    await Promise.all([issueDue(site.ctx()), issueDue(site.ctx())])
    expect((await ofPayment(next.id)).list).toMatchObject([{ state: 'issued', askedName: '自动' }])
    expect((await ofPayment(of.id)).list).toEqual([])
    expect(await failureOf(of)).toMatchObject({ paper: 'eInvoice', problem: '系统出错：no room for this paper' })
    await mend()
    await issueDue(inMinutes(60))
    expect((await ofPayment(of.id)).list).toMatchObject([{ state: 'issued' }])
    expect(await failureOf(of)).toBeUndefined()
    expect(await words(of)).toContainEqual(expect.stringMatching(/^会费票据 已开具 \d{20}$/))

    const refused = await fee()
    await platformWill('fail')
    await issueDue(site.ctx())
    await platformWill('issue')
    expect((await ofPayment(refused.id)).list).toMatchObject([{ state: 'failed' }])
    expect(await failureOf(refused)).toBeUndefined()
    expect(await words(refused)).toContain('会费票据 没有自动开成，由财务人工处理')
    expect(await site.services.db.select().from(paperFailure)).toEqual([])
  })
})

test('the register of failures is narrowed, sorted and saved as it stands there', async () => {
  const { db } = site.services
  const row = {
    problem: '系统出错',
    failedAt: new Date('2026-03-01T08:00:00Z'),
    retryAt: new Date('2036-03-01T08:00:00Z'),
  }
  await db.insert(paperFailure).values([
    {
      ...row,
      paper: 'receipt',
      payable: 'memberFee',
      payableId: 1,
      payer: '安吉热能',
      about: '2026 年度会费',
      amount: 300,
    },
    { ...row, paper: 'eInvoice', payable: 'enrolment', payableId: 2, payer: '北方锅炉', about: '水质班', amount: 100 },
    {
      paper: 'eInvoice',
      payable: 'enrolment',
      payableId: 3,
      payer: '川南清洗',
      about: '清洗班',
      amount: 200,
      problem: '抬头无效',
      attempts: 5,
      failedAt: new Date('2026-04-01T08:00:00Z'),
      retryAt: null,
    },
  ])
  const register = await openRegister(site, '/staff/paperFailure', 'cashier')
  await expectNarrowed(register, [
    [{ key: '北方' }, (one: PaperFailureRow) => one.payer === '北方锅炉'],
    [{ key: '水质班' }, (one: PaperFailureRow) => one.about === '水质班'],
    [{ paper: 'eInvoice' }, (one: PaperFailureRow) => one.paper === 'eInvoice'],
    [{ kind: 'memberFee' }, (one: PaperFailureRow) => one.kindName === '会费'],
    [{ state: 'left' }, (one: PaperFailureRow) => one.retryTime === null],
    [{ state: 'retrying' }, (one: PaperFailureRow) => one.retryTime !== null],
  ])
  await expectSorted(
    register,
    { columns: 'payer,amount,failedTime' },
    {
      payer: byName(one => one.payer),
      amount: by(one => one.amount),
      failedTime: by(one => one.failedTime),
    },
  )
  const [line] = await register.workbook({ state: 'left' })
  expect(line).toMatchObject({ 缴费人: '川南清洗', 原因: '抬头无效', 已试次数: '5', 再试时间: '', 状态: '待财务处理' })
  const page = async (query: Record<string, number>) => (await failures({ pageSize: 1, ...query })).map(({ id }) => id)
  expect([...(await page({ pageNum: 1 })), ...(await page({ pageNum: 2 }))]).toEqual(
    (await failures()).slice(0, 2).map(({ id }) => id),
  )
  // What is not due is forgotten at the next round of each paper.
  await issueDueReceipts(site.ctx())
  await issueDue(site.ctx())
  expect(await failures()).toEqual([])
})

test('the payer sees what has come, of all kinds or of one, page by page, and nothing of others', async () => {
  const list = async (query: Record<string, string | number> = {}) =>
    (await payer.get('/member/paper/list', query)).data
  const all = await list({ pageSize: 100 })
  expect(all.list.length).toBe(all.total)
  const kinds = new Set<string>(all.list.map(({ kind }: { kind: string }) => kind))
  expect(kinds.size).toBeGreaterThan(1)
  const dues = await list({ kind: 'memberFee', pageSize: 100 })
  expect(dues.total).toBe(all.list.filter(({ kind }: { kind: string }) => kind === 'memberFee').length)
  const [first, second] = all.list
  expect((await list({ pageSize: 1 })).list).toEqual([first])
  expect((await list({ pageSize: 1, pageNum: 2 })).list).toEqual([second])
  const { kind, payableId } = first
  expect((await list({ kind, payableId })).list).toEqual([first])
  const other = site.as(await signInAs(site, 'taishan'))
  expect((await other.get('/member/paper/list', { kind, payableId })).data.list).toEqual([])
})
