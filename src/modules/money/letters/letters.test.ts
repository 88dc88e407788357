import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { raiseFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { changeGroup, writeSetting } from '#modules/settings/server/settings.ts'
import { registration } from '#modules/training/server/tables.ts'
import { cashier, cookie, type Fee, feeOf, fees, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { pagesOf } from '#test/support/pdfText.ts'
import { openRegister } from '#test/support/registers.ts'
import { account } from '../../accounts/server/tables.ts'
import { paymentLetter } from './server/tables.ts'

setUpBankStatements()

// biome-ignore lint/suspicious/noExplicitAny: what came over HTTP.
type Any = any
const today = dayOf(new Date())
const year = today.slice(0, 4)
const payBy = addDays(today, 15)
const idOf = (of: Fee) => owedId(receivableKind('memberFee')!, of.fee.id)
const idsOf = (some: readonly Fee[]) => some.map(idOf).join(',')
const preview = async (query: object) =>
  (await cashier.get('/staff/letter/preview', { letter: 'notice', ...query })).data
const print = (input: object) => cashier.post('/staff/letter/print', { letter: 'notice', payBy, ...input })
const detail = async (id: number) => (await cashier.get('/staff/letter/detail', { id })).data
const download = async (id: number) =>
  (await site.app.inject({ url: `/api/staff/letter/file?id=${id}`, headers: cookie })).rawPayload
/** A letter for one receivable, numbered. */
const printOne = async (of: Fee, more: object = {}) => {
  const made = await print({ ids: String(idOf(of)), expected: 1, ...more })
  expect(made.msg).toBe('ok')
  return made.data as { letterId: number; batchId: number; first: string }
}
const notOf = (of: Fee) => fees.find(({ fee }) => fee.memberId !== of.fee.memberId)!
const orgIdOf = async (of: Fee) =>
  (await site.services.db.select().from(organisation).where(eq(organisation.name, of.name)))[0]!.id

describe('before a letter is numbered', () => {
  test('it is said how many go to whom, and which receivables get none', async () => {
    const { db } = site.services
    const [first, second, third, fourth] = fees as [Fee, Fee, Fee, Fee]
    const chosen = fees.slice(0, 6)
    await writeFees({ db }, [second.fee.id], { state: 'claimed' })
    await writeFees({ db }, [third.fee.id], { state: 'cancelled' })
    const [before] = await db.select().from(organisation).where(eq(organisation.name, fourth.name))
    await db.update(organisation).set({ address: '' }).where(eq(organisation.id, before!.id))
    const found = await preview({ ids: idsOf(chosen) })
    expect(found).toMatchObject({
      problem: '',
      letters: 3,
      payers: 3,
      receivables: 3,
      settled: 1,
      claimed: 1,
      notDue: 0,
      withoutAddress: {
        count: 1,
        list: [
          {
            key: `o${before!.id}`,
            name: fourth.name,
            route: `/staff/organisations/${before!.id}`,
            receivables: 1,
            amount: fourth.fee.amount,
            isReachable: false,
          },
        ],
      },
      returned: { count: 0, list: [] },
    })
    expect(found.amount).toBe(sumAmounts([first, fees[4]!, fees[5]!].map(({ fee }) => fee.amount)))
    await db.update(organisation).set({ address: before!.address }).where(eq(organisation.id, before!.id))
    await writeFees({ db }, [second.fee.id, third.fee.id], { state: 'due' })
  })

  test('whoever has neither phone nor mail is named, with or without an address', async () => {
    const { db } = site.services
    const of = fees[6]!
    const id = await orgIdOf(of)
    const [before] = await db.select().from(organisation).where(eq(organisation.id, id))
    await db.update(organisation).set({ email: '' }).where(eq(organisation.id, id))
    await db
      .update(organisationContact)
      .set({ email: '', mobileSealed: null })
      .where(eq(organisationContact.organisationId, id))
    await db.update(account).set({ status: 'disabled' }).where(eq(account.organisationId, id))
    const named = { key: `o${id}`, name: of.name }
    const found = await preview({ ids: String(idOf(of)) })
    expect(found.unreachable).toMatchObject({ count: 1, list: [{ ...named, hasAddress: true }] })
    await db.update(organisation).set({ address: '' }).where(eq(organisation.id, id))
    const without = await preview({ ids: String(idOf(of)) })
    expect(without.unreachable.list).toMatchObject([{ ...named, hasAddress: false }])
    expect(without.withoutAddress.list).toMatchObject([{ ...named, isReachable: false }])
    expect(without).toMatchObject({ letters: 0, payers: 0, receivables: 0, amount: 0 })
    await db.update(organisation).set({ email: before!.email, address: before!.address }).where(eq(organisation.id, id))
    await db.update(account).set({ status: 'active' }).where(eq(account.organisationId, id))
  })

  test('a reminder is for what is late', async () => {
    const { db } = site.services
    const late = fees[7]!
    await writeFees({ db }, [late.fee.id], { dueOn: addDays(today, -40) })
    const found = await preview({ letter: 'reminder', ids: idsOf(fees.slice(7, 10)) })
    expect(found).toMatchObject({ letters: 1, notDue: 2 })
    const asNotices = await preview({ letter: 'notice', ids: idsOf(fees.slice(7, 10)) })
    expect(asNotices).toMatchObject({ letters: 3, notDue: 0 })
    const { letterId } = await printOne(late, { letter: 'reminder' })
    const of = await detail(letterId)
    expect(of).toMatchObject({ number: `催缴〔${year}〕0001号`, kindName: '催缴函' })
    expect(of.rows).toMatchObject([{ daysLate: 40, dueOn: addDays(today, -40), stateName: '待缴' }])
    const [page] = await pagesOf(await download(letterId))
    expect(page).toContain('催缴函')
    expect(page).toContain('逾期（天）')
    const refused = await print({ ids: String(idOf(notOf(late))), letter: 'reminder', expected: 1 })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('现在是 0 封') })
  })

  test('the same filters find the same receivables as the list', async () => {
    const register = await openRegister(site, '/staff/receivable', 'cashier')
    const [one] = fees as [Fee]
    const [{ provinceCode }] = (await site.services.db
      .select()
      .from(organisation)
      .where(eq(organisation.name, one.name))) as [typeof organisation.$inferSelect]
    const queries: Record<string, string>[] = [
      { key: one.number },
      { kind: 'memberFee' },
      { kind: 'enrolment' },
      { state: 'open' },
      { state: 'paid' },
      { refunded: 'yes' },
      { receipted: 'no' },
      { overdue: 'yes' },
      { age: 'current' },
      { provinceCode },
      { payer: one.name },
      { raisedFrom: today },
      { raisedTo: addDays(today, -1) },
      { confirmedFrom: '2020-01-01' },
      { confirmedTo: '2020-01-01' },
    ]
    for (const query of queries) {
      const found = await preview(query)
      const { rows, total } = await register.list(query)
      const due = rows.filter((row: Any) => row.state === 'due' && row.open > 0)
      expect(found.settled + found.claimed + due.length, JSON.stringify(query)).toBe(total)
      expect(found.receivables, JSON.stringify(query)).toBeLessThanOrEqual(due.length)
      const counted = await print({ ...query, expected: 9_999 })
      expect(counted.msg, JSON.stringify(query)).toContain(`现在是 ${found.letters} 封`)
    }
    const settled = await print({ confirmedFrom: '2020-01-01', confirmedTo: today, expected: 1 })
    expect(settled).toMatchObject({ code: 409, msg: expect.stringContaining('现在是 0 封') })
    const narrow = {
      key: one.number,
      kind: 'memberFee',
      state: 'due',
      refunded: 'no',
      receipted: 'no',
      overdue: 'no',
      age: 'current',
      provinceCode,
      payer: one.name,
      raisedFrom: today,
      raisedTo: today,
    }
    const made = await print({ ...narrow, expected: 1 })
    expect(made).toMatchObject({ code: 200, data: { letters: 1 } })
    expect((await detail(made.data.letterId)).rows).toMatchObject([{ receivableId: idOf(one) }])
  })

  test('without an account to pay to nothing is printed', async () => {
    const { db } = site.services
    const [kept] = (await db.execute<{ value: Any }>(sql`select value from setting where name = 'payAccount'`)).rows
    await writeSetting({ db, now: new Date() }, 'payAccount', { name: '', bank: '', number: '', code: '' })
    const said = '还没有填写收款账户'
    expect((await preview({ ids: String(idOf(fees[0]!)) })).problem).toContain(said)
    const refused = await print({ ids: String(idOf(fees[0]!)), expected: 1 })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining(said) })
    await writeSetting({ db, now: new Date() }, 'payAccount', kept!.value)
  })
})

describe('a letter', () => {
  let of: Fee
  beforeAll(() => {
    of = fees[10]!
  })

  test('lists all that was chosen of its payer, with what came of it, and leads to the page for paying', async () => {
    const { db } = site.services
    const [second] = await raiseFees({ db, now: new Date() }, [
      {
        memberId: of.fee.memberId,
        year: 2040,
        amount: 1_234.5,
        dueOn: '2040-06-30',
        levelCode: of.fee.levelCode,
      },
    ])
    const part = await cashier.post('/staff/received/record', {
      ...feeOf({ id: of.fee.id, amount: 300 }),
      way: 'cash',
      amount: 300,
      paidOn: today,
      payer: of.name,
    })
    expect(part.msg).toBe('ok')
    const ids = [idOf(of), owedId(receivableKind('memberFee')!, second!)]
    const made = (await print({ ids: ids.join(','), expected: 1 })).data
    const letter = await detail(made.letterId)
    const open = of.fee.amount - 300
    expect(letter).toMatchObject({
      number: made.first,
      payer: of.name,
      receivables: 2,
      total: sumAmounts([open, 1_234.5]),
      payBy,
      attention: '财务负责人 收',
      state: 'printed',
      stateName: '待寄发',
      printedName: '康宁',
      batchId: made.batchId,
    })
    expect(letter.rows).toMatchObject([
      { receivableId: ids[1], about: '2040 年度会费', amount: 1_234.5, received: 0, open: 1_234.5, kindName: '会费' },
      { receivableId: ids[0], amount: of.fee.amount, received: 300, open, number: of.number, daysLate: 0 },
    ])
    const pdf = await download(made.letterId)
    const [page] = (await pagesOf(pdf)) as [string]
    for (const words of [
      made.first,
      of.name,
      '1,234.50',
      '300',
      '汇款备注',
      of.number,
      '第1页，共1页',
      letter.postcode,
    ])
      expect(page).toContain(words.replace(/\s/g, ''))
    expect(page).toContain('1101000000000000')
    const folder = await mkdtemp(join(tmpdir(), 'letters-'))
    await writeFile(join(folder, 'letter.pdf'), pdf)
    expect(await readCodes(join(folder, 'letter.pdf'), 'application/pdf')).toEqual([
      `${site.services.config.publicUrl}/admin/user/membership`,
    ])
    await rm(folder, { recursive: true })
    await writeFees({ db }, [second!], { state: 'cancelled' })
    expect((await detail(made.letterId)).rows[0].stateName).toBe('已作废')
    const shown = (await cashier.get('/staff/receivable/detail', { id: ids[0]! })).data.letters
    expect(shown).toMatchObject([
      {
        id: made.letterId,
        number: made.first,
        kindName: '缴费通知书',
        state: 'printed',
        stateName: '待寄发',
        total: letter.total,
        dispatchedOn: null,
        dispatchNote: '',
      },
    ])
    expect(shown[0].printedTime).toContain(today)
  })

  test('has its address in the window of the envelope, and its folds at the edge', async () => {
    const { letterId } = await printOne(fees[11]!)
    const data = new Uint8Array(await download(letterId))
    const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise
    const { items } = await (await document.getPage(1)).getTextContent()
    const places = items.flatMap(item =>
      'str' in item && item.str.includes(fees[11]!.name.slice(0, 6))
        ? [{ x: item.transform[4] / 2.835, y: (842 - item.transform[5]) / 2.835 }]
        : [],
    )
    // In mm from the left and from the top of A4.
    expect(places.filter(({ x, y }) => x >= 19 && x < 105 && y > 45 && y < 90)).toHaveLength(1)
    const others = items.filter(
      item =>
        'str' in item &&
        item.str.trim() &&
        item.transform[4] / 2.835 < 105 &&
        (842 - item.transform[5]) / 2.835 > 45 &&
        (842 - item.transform[5]) / 2.835 < 90,
    )
    // The sender, the postcode, the address, the name and for whose attention: nothing of what is owed.
    expect(others.map(item => ('str' in item ? item.str : '')).join('')).not.toMatch(/缴|元|〔/)
  })

  test('says the same under the same number when it is printed again, whatever has changed since', async () => {
    const { letterId, first } = await printOne(fees[12]!)
    const before = await pagesOf(await download(letterId))
    await changeGroup(site.ctx(), 'paymentLetters', { noticeText: '别的话。', noticeTitle: '另一标题' })
    await site.services.db
      .update(organisation)
      .set({ address: '新址 9 号' })
      .where(eq(organisation.name, fees[12]!.name))
    expect(await pagesOf(await download(letterId))).toEqual(before)
    const next = await printOne(fees[12]!)
    const [page] = await pagesOf(await download(next.letterId))
    expect(page).toContain('别的话。')
    expect(page).toContain('另一标题')
    expect(page).toContain('新址9号')
    expect(next.first).not.toBe(first)
    await changeGroup(site.ctx(), 'paymentLetters', {
      noticeText: '{缴费人}：{笔数} 笔 {合计} 元，{期限}前。',
      noticeTitle: '缴费通知书',
    })
  })
})

describe('a payer without an address', () => {
  test('gets a letter once one is given, and the next goes there too until it comes back', async () => {
    const { rows } = (await openRegister(site, '/staff/receivable', 'cashier').then(one =>
      one.list({ kind: 'memberFee', state: 'open' }),
    )) as Any
    const found = await preview({ ids: rows.map(({ id }: Any) => id).join(',') })
    const person = found.withoutAddress.list.find(({ key }: Any) => key.startsWith('p'))
    expect(person.route).toBe(`/staff/persons/${person.key.slice(1)}`)
    const { id } = rows.find(({ payer }: Any) => payer === person.name)
    const ids = String(id)
    expect(await preview({ ids })).toMatchObject({ letters: 0, withoutAddress: { count: 1 } })
    const address = { key: person.key, postcode: '100000', address: '北京市朝阳区演示路 9 号' }
    const refused = await print({ ids, expected: 1, addresses: [{ ...address, postcode: '12', address: ' ' }] })
    expect(refused).toMatchObject({
      code: 400,
      data: { fields: { 'addresses.0.postcode': '邮政编码应为 6 位数字', 'addresses.0.address': '请填写地址' } },
    })
    expect(await print({ ids, expected: 1, addresses: [{ ...address, key: 'o1' }] })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('不在所选的款项中'),
    })
    const made = (await print({ ids, expected: 1, addresses: [address] })).data
    expect(await detail(made.letterId)).toMatchObject({ payer: person.name, postcode: '100000', attention: '' })
    expect(await preview({ ids })).toMatchObject({ letters: 1, withoutAddress: { count: 0 } })
    await cashier.post('/staff/letter/dispatchMany', { ids: [made.letterId], dispatchedOn: today, note: '' })
    await cashier.post('/staff/letter/return', { id: made.letterId, returnedOn: today, reason: '查无此人' })
    expect(await preview({ ids })).toMatchObject({ letters: 0, withoutAddress: { count: 1 } })
  })

  test('of a course has signed up without an account: the letter leads to where registrations are looked up', async () => {
    const { db } = site.services
    const [open] = await db
      .select()
      .from(registration)
      .where(and(eq(registration.status, 'unpaid'), sql`total_fee > 0`))
      .limit(1)
    const id = owedId(receivableKind('enrolment')!, open!.id)
    await db.update(receivable).set({ organisationId: null, accountId: null }).where(eq(receivable.id, id))
    const key = `r${id}`
    const found = await preview({ ids: String(id) })
    expect(found.withoutAddress.list).toMatchObject([
      {
        key,
        name: open!.organisationName,
        route: `/staff/receivables/${id}`,
        isReachable: open!.contactMobileSealed !== null,
      },
    ])
    const addresses = [{ key, postcode: '', address: '演示路 3 号' }]
    const made = (await print({ ids: String(id), expected: 1, addresses })).data
    const [letter] = await db.select().from(paymentLetter).where(eq(paymentLetter.id, made.letterId))
    expect(letter).toMatchObject({ payPath: '/admin/publicity/training/registration', postcode: '' })
    expect((await pagesOf(await download(made.letterId)))[0]).toContain('培训费')
  })
})

test('the texts of letters are settings: no placeholder that nothing fills in, no word that both series have', async () => {
  const admin = await asStaff(site, 'admin')
  const read = async () => (await admin.get('/staff/settings')).data.find(({ code }: Any) => code === 'paymentLetters')
  const { values, version } = await read()
  const save = (form: object) =>
    admin.post('/staff/settings/save', { code: 'paymentLetters', version, form: { ...values, ...form } })
  expect(
    await save({ noticeText: '{单位}请缴费', reminderWord: values.noticeWord, noticeWord: values.noticeWord }),
  ).toMatchObject({
    code: 400,
    data: {
      fields: {
        noticeText: '没有 {单位}，可以用的有：{缴费人}、{日期}、{笔数}、{合计}、{期限}',
        reminderWord: '两种信函的字号应当不同',
      },
    },
  })
  expect(await save({ noticeWord: '通知〔1〕' })).toMatchObject({
    data: { fields: { noticeWord: '字号不能有空格、数字和括号' } },
  })
  expect((await save({ noticeWord: '会费通知', attention: '' })).code).toBe(200)
  const made = await printOne(fees[13]!)
  expect(made.first).toBe(`会费通知〔${year}〕0001号`)
  expect((await detail(made.letterId)).attention).toBe('')
})
