import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { cashier, cookie, type Fee, fees, other, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { pagesOf } from '#test/support/pdfText.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import type { PaymentLetterRow } from './contract.ts'
import { clearLetterFiles, makeFile, startAgain } from './server/making.ts'
import { paymentLetter, paymentLetterBatch } from './server/tables.ts'

setUpBankStatements()

// biome-ignore lint/suspicious/noExplicitAny: what came over HTTP.
type Any = any
const today = dayOf(new Date())
const payBy = addDays(today, 15)
const idOf = (of: Fee) => owedId(receivableKind('memberFee')!, of.fee.id)
const print = (some: readonly Fee[], more: object = {}, as = cashier) => {
  const ids = some.map(idOf).join(',')
  return as.post('/staff/letter/print', { letter: 'notice', payBy, ids, expected: some.length, ...more })
}
const one = async (of: Fee) => (await print([of])).data.letterId as number
const detail = async (id: number) => (await cashier.get('/staff/letter/detail', { id })).data
const batchOf = async (id: number) => (await cashier.get('/staff/letter/batch/detail', { id })).data
const rowOf = async (id: number) =>
  (await site.services.db.select().from(paymentLetterBatch).where(eq(paymentLetterBatch.id, id)))[0]!
const fileOf = (id: number) => site.app.inject({ url: `/api/staff/letter/batch/file?id=${id}`, headers: cookie })
const made = (id: number): Promise<Any> =>
  vi.waitFor(
    async () => {
      const of = await batchOf(id)
      expect(of.state).not.toBe('making')
      return of
    },
    { timeout: 30_000, interval: 100 },
  )
const dispatch = (ids: number[], more: object = {}) =>
  cashier.post('/staff/letter/dispatchMany', { ids, dispatchedOn: today, note: '', ...more })

describe('letters to many', () => {
  test('come as one file in the order of their numbers, which follow the postcodes without a gap', async () => {
    const some = fees.slice(0, 8)
    const answer = (await print(some)).data
    expect(answer).toMatchObject({ letters: 8, letterId: null })
    const of = await made(answer.batchId)
    expect(of).toMatchObject({
      kind: 'notice',
      kindName: '缴费通知书',
      count: 8,
      progress: 8,
      state: 'done',
      stateName: '已生成',
      hasFile: true,
      payBy,
      reason: '',
      first: answer.first,
      last: answer.last,
      createdName: '康宁',
      states: [{ state: 'printed', stateName: '待寄发', count: 8 }],
    })
    expect(of.createdTime).toContain(today)
    const letters = await site.services.db
      .select()
      .from(paymentLetter)
      .where(eq(paymentLetter.batchId, answer.batchId))
      .orderBy(asc(paymentLetter.number))
    expect(letters.map(({ postcode }) => postcode)).toEqual(letters.map(({ postcode }) => postcode).toSorted())
    const serials = letters.map(({ number }) => Number(/(\d+)号$/.exec(number)![1]))
    expect(serials).toEqual(serials.map((_, i) => serials[0]! + i))
    expect(of.total).toBe(letters.reduce((sum, { total }) => sum + total, 0))
    const answered = await fileOf(answer.batchId)
    expect(answered.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    const pages = await pagesOf(answered.rawPayload)
    expect(pages).toHaveLength(8)
    for (const [i, page] of pages.entries()) expect(page).toContain(letters[i]!.number)
    const [listed] = (await cashier.get('/staff/letter/batch/list', { pageSize: 1 })).data.list
    expect(listed).toMatchObject({ id: answer.batchId, count: 8, stateName: '已生成' })
    const [kept] = await site.services.db
      .select()
      .from(file)
      .where(eq(file.id, (await rowOf(answer.batchId)).fileId!))
    // Nobody reads it by the id of the file.
    const bare = await site.app.inject({ url: `/api/file/${kept!.id}`, headers: cookie })
    expect(bare.headers['content-type']).toContain('json')
    expect([403, 404]).toContain(bare.json().code)
  })

  test('two colleagues at once get numbers of their own', async () => {
    const [mine, theirs] = [fees.slice(8, 11), fees.slice(11, 14)]
    const answers = await Promise.all([print(mine), print(theirs, {}, other)])
    const numbers = await site.services.db
      .select({ number: paymentLetter.number })
      .from(paymentLetter)
      .where(sql`batch_id in ${answers.map(({ data }) => data.batchId)}`)
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(6)
    await Promise.all(answers.map(({ data }) => made(data.batchId)))
  })

  test('are not printed where the list has changed since it was seen, or the day is over', async () => {
    expect(await print(fees.slice(0, 2), { expected: 3 })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('现在是 2 封，与您看到的 3 封不同'),
    })
    expect(await print(fees.slice(0, 1), { payBy: addDays(today, -1) })).toMatchObject({
      code: 400,
      data: { fields: { payBy: '不能早于今天' } },
    })
  })

  test('are made again from where they are kept: after a crash, a failure, or when the file was cleared away', async () => {
    const { db } = site.services
    const { batchId } = (await print(fees.slice(14, 17))).data
    await made(batchId)
    const again = (id: number) => cashier.post('/staff/letter/batch/make', { id })
    expect(await again(batchId)).toMatchObject({ code: 409, msg: '文件已经生成，可以直接下载' })
    // Not yet: a month has not passed.
    await clearLetterFiles(site.ctx())
    expect((await batchOf(batchId)).hasFile).toBe(true)
    await clearLetterFiles(site.ctx(new Date(Date.now() + 31 * 24 * 3_600_000)))
    expect(await batchOf(batchId)).toMatchObject({ hasFile: false, stateName: '文件已清理，可重新生成' })
    expect((await fileOf(batchId)).json().code).toBe(404)
    expect((await again(batchId)).code).toBe(200)
    expect(await made(batchId)).toMatchObject({ hasFile: true, state: 'done' })

    const { content, fileId } = await rowOf(batchId)
    const silent = { state: 'making' as const, fileId: null, heartbeat: new Date(Date.now() - 60_000) }
    const broken = { ...content, association: null as unknown as string }
    await db
      .update(paymentLetterBatch)
      .set({ ...silent, content: broken })
      .where(eq(paymentLetterBatch.id, batchId))
    expect(await batchOf(batchId)).toMatchObject({ state: 'interrupted', stateName: '中断，可重新生成' })
    expect((await again(batchId)).code).toBe(200)
    const failed = { state: 'failed', reason: expect.stringContaining('可以重新生成') }
    expect(await made(batchId)).toMatchObject(failed)
    expect((await cashier.get('/staff/letter/batch/list', {})).data.list[0]).toMatchObject({ id: batchId, ...failed })
    await db.update(paymentLetterBatch).set({ content }).where(eq(paymentLetterBatch.id, batchId))
    expect((await again(batchId)).code).toBe(200)
    expect(await made(batchId)).toMatchObject({ state: 'done', reason: '' })
    expect((await rowOf(batchId)).fileId).not.toBe(fileId)
    expect(await pagesOf((await fileOf(batchId)).rawPayload)).toHaveLength(3)
  })

  test('are cancelled while they are made: their numbers stay void, and no file follows', async () => {
    const { db } = site.services
    const { batchId } = (await print(fees.slice(17, 20))).data
    await made(batchId)
    await db.update(paymentLetterBatch).set({ fileId: null }).where(eq(paymentLetterBatch.id, batchId))
    const begun = await startAgain(site.ctx(), await rowOf(batchId))
    await expect(startAgain(site.ctx(), begun)).rejects.toThrow('正在生成')
    const cancelled = await cashier.post('/staff/letter/batch/void', { id: batchId, reason: '选错了年度' })
    expect(cancelled.data).toEqual({ voided: 3 })
    await makeFile(site.ctx(), begun)
    expect(await batchOf(batchId)).toMatchObject({
      state: 'void',
      stateName: '已作废',
      hasFile: false,
      states: [{ state: 'void', stateName: '已作废', count: 3 }],
    })
    expect(await cashier.post('/staff/letter/batch/void', { id: batchId, reason: '再来' })).toMatchObject({ code: 409 })
    expect(await cashier.post('/staff/letter/batch/make', { id: batchId })).toMatchObject({ code: 409 })
  })

  test('are dispatched together, but those that are void; the others of the batch can be voided no more', async () => {
    const { batchId } = (await print(fees.slice(20, 23))).data
    await made(batchId)
    const before = await pagesOf((await fileOf(batchId)).rawPayload)
    expect(before).toHaveLength(3)
    const [first] = await site.services.db.select().from(paymentLetter).where(eq(paymentLetter.batchId, batchId))
    const voided = await cashier.post('/staff/letter/void', { id: first!.id, reason: '地址有误' })
    expect(voided.data).toEqual({ id: first!.id, state: 'void', stateName: '已作废' })
    const asked = { id: batchId, dispatchedOn: today, note: '大宗交寄 0012' }
    expect(
      await cashier.post('/staff/letter/batch/dispatch', { ...asked, dispatchedOn: addDays(today, 1) }),
    ).toMatchObject({
      code: 400,
      data: { fields: { dispatchedOn: '不能晚于今天' } },
    })
    expect((await cashier.post('/staff/letter/batch/dispatch', asked)).data).toEqual({ dispatched: 2 })
    expect(await cashier.post('/staff/letter/batch/dispatch', asked)).toMatchObject({ code: 409 })
    expect((await cashier.post('/staff/letter/batch/void', { id: batchId, reason: '晚了' })).code).toBe(409)
    const { list } = (await cashier.get('/staff/letter/list', { batchId })).data
    expect(list.map((row: PaymentLetterRow) => [row.state, row.dispatchNote]).toSorted()).toEqual([
      ['dispatched', '大宗交寄 0012'],
      ['dispatched', '大宗交寄 0012'],
      ['void', ''],
    ])
  })
})

describe('what becomes of a letter', () => {
  test('is kept with its days: dispatched, come back, sent again', async () => {
    const { db } = site.services
    const of = fees[23]!
    const id = await one(of)
    expect(await cashier.post('/staff/letter/return', { id, returnedOn: today, reason: '查无此人' })).toMatchObject({
      code: 409,
      msg: '还没有登记寄发，不能登记退信',
    })
    expect((await dispatch([id, 999_999], { note: 'EMS 1234567890' })).data).toMatchObject([
      { id, done: true, message: expect.stringContaining('已登记寄发') },
      { done: false, message: '这封函件不存在' },
    ])
    expect((await dispatch([id], { dispatchedOn: addDays(today, -1) })).data).toMatchObject([
      { done: false, message: expect.stringContaining('不能早于打印的日期') },
    ])
    expect(await dispatch([id], { dispatchedOn: addDays(today, 1) })).toMatchObject({
      code: 400,
      data: { fields: { dispatchedOn: '不能晚于今天' } },
    })
    expect((await dispatch([id], { note: 'EMS 1234567891' })).data).toMatchObject([
      { done: true, message: expect.stringContaining('已更正') },
    ])
    const returning = { id, returnedOn: today, reason: '迁移新址不明' }
    expect(await cashier.post('/staff/letter/return', { ...returning, reason: ' ' })).toMatchObject({
      data: { fields: { reason: '请填写原因' } },
    })
    expect(await cashier.post('/staff/letter/return', { ...returning, returnedOn: addDays(today, -1) })).toMatchObject({
      data: { fields: { returnedOn: expect.stringContaining('不能早于寄发日期') } },
    })
    const back = await cashier.post('/staff/letter/return', returning)
    expect(back.data).toEqual({ id, state: 'returned', stateName: '已退信' })
    expect(await detail(id)).toMatchObject({
      dispatchedOn: today,
      dispatchNote: 'EMS 1234567891',
      returnedOn: today,
      returnReason: '迁移新址不明',
    })
    const [listed] = (await cashier.get('/staff/letter/list', { state: 'returned' })).data.list
    expect(listed).toMatchObject({ id, returnedOn: today, returnReason: '迁移新址不明' })
    const shown = (await cashier.get('/staff/receivable/detail', { id: idOf(of) })).data.letters
    expect(shown).toMatchObject([{ id, state: 'returned', dispatchedOn: today, dispatchNote: 'EMS 1234567891' }])
    const preview = async () =>
      (await cashier.get('/staff/letter/preview', { letter: 'notice', ids: String(idOf(of)) })).data.returned
    expect(await preview()).toMatchObject({ count: 1, list: [{ name: of.name, returnedOn: today }] })
    await db.update(organisation).set({ address: '新址 1 号' }).where(eq(organisation.name, of.name))
    expect(await preview()).toMatchObject({ count: 0 })
    expect((await dispatch([id])).data).toMatchObject([{ message: expect.stringContaining('重新寄发') }])
    expect(await detail(id)).toMatchObject({ state: 'dispatched', returnedOn: null, returnReason: '' })
    const lines = await db
      .select({ action: auditEvent.action, name: auditEvent.objectName })
      .from(auditEvent)
      .where(and(eq(auditEvent.objectType, 'paymentLetter'), eq(auditEvent.objectId, id)))
      .orderBy(asc(auditEvent.id))
    expect(lines.map(({ action }) => action)).toEqual(
      ['dispatch', 'dispatch', 'return', 'dispatch'].map(act => `paymentLetter.${act}`),
    )
    expect(lines[0]!.name).toContain(of.name)
  })

  test('void it keeps its number, says so on every page, and another may be printed', async () => {
    const of = fees[24]!
    const id = await one(of)
    expect(await cashier.post('/staff/letter/void', { id, reason: '' })).toMatchObject({ code: 400 })
    expect((await cashier.post('/staff/letter/void', { id, reason: '金额有误' })).code).toBe(200)
    expect((await cashier.post('/staff/letter/void', { id, reason: '再来' })).code).toBe(409)
    expect((await dispatch([id])).data).toMatchObject([{ done: false, message: expect.stringContaining('已作废') }])
    const pdf = (await site.app.inject({ url: `/api/staff/letter/file?id=${id}`, headers: cookie })).rawPayload
    expect((await pagesOf(pdf)).join('')).toContain('已作废')
    const before = await detail(id)
    expect(before.voidReason).toBe('金额有误')
    expect((await detail(await one(of))).number > before.number).toBe(true)
  })
})

test('who is not in finance neither sees nor prints letters', async () => {
  const trainer = await asStaff(site, await staffWith(site, ['trainer']))
  const [letter] = await site.services.db.select().from(paymentLetter).limit(1)
  for (const path of ['list', 'batch/list']) expect((await trainer.get(`/staff/letter/${path}`, {})).code).toBe(403)
  for (const path of ['detail', 'file'])
    expect((await trainer.get(`/staff/letter/${path}`, { id: letter!.id })).code).toBe(403)
  expect((await print(fees.slice(0, 1), {}, trainer)).code).toBe(403)
  for (const path of ['detail', 'file', 'batch/detail', 'batch/file'])
    expect((await cashier.get(`/staff/letter/${path}`, { id: 999_999 })).code).toBe(404)
})

describe('the register', () => {
  beforeAll(async () => {
    const id = await one(fees[25]!)
    await site.services.db
      .update(paymentLetter)
      .set({ printedAt: new Date('2041-01-05T12:00:00+08:00'), dispatchedOn: '2041-01-06', state: 'dispatched' })
      .where(eq(paymentLetter.id, id))
    await site.services.db
      .update(paymentLetter)
      .set({ kind: 'reminder' })
      .where(eq(paymentLetter.id, await one(fees[26]!)))
  })

  test('is narrowed, sorted and saved as it stands there', async () => {
    const register = await openRegister(site, '/staff/letter', 'cashier')
    const [row] = (await register.list({ state: 'dispatched' })).rows as unknown as [PaymentLetterRow]
    await expectNarrowed(register, [
      [{ key: row.payer }, (one: PaymentLetterRow) => one.payer === row.payer],
      [{ key: '0012' }, (one: PaymentLetterRow) => /0012/.test(one.number + one.dispatchNote + one.address)],
      [{ kind: 'reminder' }, (one: PaymentLetterRow) => one.kind === 'reminder'],
      [{ state: 'void' }, (one: PaymentLetterRow) => one.state === 'void'],
      [{ batchId: row.batchId }, (one: PaymentLetterRow) => one.batchId === row.batchId],
      [{ printedFrom: '2041-01-01' }, (one: PaymentLetterRow) => one.printedTime >= '2041-01-01'],
      [{ printedTo: addDays(today, 1) }, (one: PaymentLetterRow) => one.printedTime < '2041-01-01'],
      [{ dispatchedFrom: '2041-01-01' }, (one: PaymentLetterRow) => (one.dispatchedOn ?? '') >= '2041-01-01'],
      [
        { dispatchedTo: addDays(today, 1) },
        (one: PaymentLetterRow) => one.dispatchedOn !== null && one.dispatchedOn <= addDays(today, 1),
      ],
    ])
    await expectSorted(
      register,
      { columns: 'number,payer,total,printedOn,dispatchedOn' },
      {
        number: by(one => one.number),
        payer: byName(one => one.payer),
        total: by(one => one.total),
        printedOn: by(one => one.printedTime),
        dispatchedOn: by(one => one.dispatchedOn ?? ''),
      },
    )
    const [line] = await register.workbook({ state: 'void' })
    expect(line).toMatchObject({ 状态: '已作废', 函件: '缴费通知书', 作废原因: expect.stringMatching(/./) })
    expect(await register.workbook({ ids: String(row.id) })).toHaveLength(1)
    const [first, second] = (await cashier.get('/staff/letter/batch/list', { pageSize: 2 })).data.list
    expect((await cashier.get('/staff/letter/batch/list', { pageSize: 1, pageNum: 2 })).data.list).toMatchObject([
      { id: second.id },
    ])
    expect(first.id).toBeGreaterThan(second.id)
  })

  test('leads to each letter and to the file of each batch', async () => {
    const letterFile = (id: number) => site.app.inject({ url: `/api/staff/letter/file?id=${id}`, headers: cookie })
    const rows: PaymentLetterRow[] = (await cashier.get('/staff/letter/list', { pageSize: 100 })).data.list
    const some = ['void', 'dispatched', 'printed'].map(state => rows.find(row => row.state === state)!)
    for (const { id, number, payer } of some) {
      expect(await detail(id)).toMatchObject({ id, number, payer })
      expect((await pagesOf((await letterFile(id)).rawPayload)).join()).toContain(number)
    }
    const batches: { id: number; hasFile: boolean }[] = (await cashier.get('/staff/letter/batch/list', {})).data.list
    const made = batches.filter(({ hasFile }) => hasFile)
    expect(made.length).toBeGreaterThan(1)
    for (const { id } of made) {
      const numbers = rows.filter(({ batchId }) => batchId === id).map(({ number }) => number)
      for (const page of await pagesOf((await fileOf(id)).rawPayload))
        expect(numbers.some(number => page.includes(number))).toBe(true)
    }
  })
})
