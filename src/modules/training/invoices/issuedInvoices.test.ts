import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { site, today } from '#test/setups/site.ts'
import {
  cashier,
  digits,
  fileOf,
  issue,
  member,
  other,
  payer,
  rowOf,
  setUpInvoices,
  TITLE,
  wantedInvoice,
} from '#test/setups/training/invoices.ts'
import { newPhone, textsTo } from '#test/support/make.ts'

setUpInvoices()

describe('an invoice', () => {
  test('of a member comes as a message with its file', async () => {
    const { api, token, of } = await member()
    const number = digits()
    const fileId = await fileOf()
    expect(await issue(cashier, of, { number, fileId })).toMatchObject({
      code: 200,
      data: { state: 'issued', stateName: '已开票', told: 'message' },
    })
    const [message] = (await api.get('/member/message/list')).data.list
    expect(message).toMatchObject({ title: `“${TITLE}”的发票已开具`, files: [{ name: '发票.pdf' }] })
    expect(message.content).toContain(number)
    const url = `/api/member/message/file?id=${message.id}`
    const file = await site.app.inject({ url, headers: { token, 'sec-fetch-site': 'same-origin' } })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(await rowOf(of.id)).toMatchObject({
      invoiceNumber: number,
      issuedOn: today,
      file: { id: fileId },
      may: ['issue'],
    })
  })

  test('of a visitor is told by SMS; whoever has no way back to it is not', async () => {
    const phone = newPhone()
    const contactMobileSealed = site.services.encryption.encrypt(phone)
    const of = await payer({ contactMobileSealed, queryCodeHash: 'hash' })
    const { data } = await issue(cashier, of, { number: digits(), fileId: await fileOf() })
    expect(data.told).toBe('sms')
    expect((await textsTo(site, phone))[0]).toMatch(
      new RegExp(`${of.number} 的发票已开具.+/admin/publicity/training/registration`),
    )
    const imported = await payer({ channel: 'import', contactMobileSealed })
    expect((await issue(cashier, imported, { number: digits(), fileId: await fileOf() })).data.told).toBe('nobody')
    expect(await textsTo(site, phone)).toHaveLength(1)
  })

  test('issued by two at once is issued once; the second is told by whom', async () => {
    const of = await payer()
    const [one, two] = [await fileOf(), await fileOf()]
    const answers = await Promise.all([
      issue(cashier, of, { number: digits(), fileId: one }),
      cashier.post('/staff/training/invoice/refuse', { id: of.id, version: of.version, reason: '税号有误' }),
      issue(cashier, of, { number: digits(), fileId: two }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    for (const { code, msg } of answers) if (code === 409) expect(msg).toMatch(/^已由 .+ 于 .+ 修改/)
    const { version } = await rowOf(of.id)
    expect(version).toBe(of.version + 1)
  })

  test('is replaced by issuing it again, with what was read', async () => {
    const of = await payer()
    const first = { number: digits(), fileId: await fileOf() }
    const { version } = (await issue(cashier, of, first)).data
    expect((await issue(other, of, first)).code).toBe(409)
    const number = digits()
    expect((await issue(cashier, { id: of.id, version }, { number, fileId: await fileOf() })).code).toBe(200)
    expect(await rowOf(of.id)).toMatchObject({ state: 'issued', invoiceNumber: number })
  })

  test('may be one for several registrations of the same title, and not of another', async () => {
    const number = digits()
    const [one, two] = [await payer(), await payer()]
    const third = await payer({ invoice: { ...wantedInvoice(), title: '另一家有限公司' } })
    for (const of of [one, two]) expect((await issue(cashier, of, { number, fileId: await fileOf() })).code).toBe(200)
    const wrong = await issue(cashier, third, { number, fileId: await fileOf() })
    expect(wrong).toMatchObject({
      code: 400,
      data: { fields: { number: expect.stringContaining('北京开票锅炉清洗') } },
    })
  })

  test('is refused what is not in order, in words, and then nothing has changed', async () => {
    const of = await payer()
    const good = { number: digits(), fileId: await fileOf() }
    const cases: [object, number, RegExp][] = [
      [{ ...good, number: '123' }, 400, /20 位/],
      [{ ...good, issuedOn: addDays(today, 1) }, 400, /不能晚于今天/],
      [{ ...good, fileId: 999_999 }, 400, /不存在或不是您上传的/],
      [{ ...good, fileId: await fileOf((await picture())!, 'material', '发票.png') }, 400, /PDF 或 OFD/],
    ]
    for (const [more, code, msg] of cases)
      expect(await issue(cashier, of, more), msg.source).toMatchObject({ code, msg: expect.stringMatching(msg) })
    const unpaid = await payer({ status: 'unpaid' })
    expect(await issue(cashier, unpaid, good)).toMatchObject({ code: 409, msg: expect.stringContaining('到账后') })
    const none = await payer({ invoice: null, invoiceState: 'none' })
    expect((await issue(cashier, none, good)).code).toBe(404)
    expect(await rowOf(of.id)).toMatchObject({ state: 'requested', version: of.version, file: null })
  })
})

const picture = async () => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
}
