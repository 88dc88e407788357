import { expect, test } from 'vitest'
import { signatureOf } from './gateway.ts'
import { fileAddress, formOf, orderOf, redReasonOf, sumsOf } from './nuonuo.ts'

const settings = {
  provider: 'nuonuo',
  appKey: 'APPKEY',
  appSecret: 'SECRET',
  token: '',
  taxNumber: '51110000MJ00000000',
  clerk: '张三',
  extension: '923',
  api: 'https://sdk.nuonuo.com',
  open: 'https://open.nuonuo.com',
} as const
const asked = {
  requestNumber: 'E202611260000000001',
  paper: 'invoice',
  amount: 8000,
  item: '服务费',
  taxCode: '3049900000000000000',
  taxRate: '0.06',
  buyer: { name: '示例公司', creditCode: '', address: '', phone: '', bank: '', account: '', email: '' },
} as const

test('a call is signed as the platform’s gateway has been seen to take it', () => {
  const call = { appKey: 'APPKEY', senid: 'SENID', nonce: '12345678', timestamp: '1700000000', body: '{"a":1}' }
  expect(signatureOf('SECRET', call)).toBe('7iSZiR+0g+376QEJ38xLM+3vGDs=')
})

test('sums and tax are the whole to the fen; what is exempt or untaxed says so', () => {
  expect(sumsOf(asked)).toEqual({ rate: '0.06', included: '8000.00', excluded: '7547.17', tax: '452.83' })
  expect(sumsOf({ amount: 0.03, taxRate: '0.13' })).toMatchObject({ excluded: '0.03', tax: '0.00' })
  const order = orderOf({ ...asked, taxRate: 'exempt', remark: '备' }, settings, new Date('2026-11-26T01:02:03Z'))
  expect(order).toMatchObject({ invoiceDate: '2026-11-26 09:02:03', naturalPersonFlag: '1', extensionNumber: '923' })
  expect(order.invoiceDetail[0]).toMatchObject({ taxRate: '0', tax: '0.00', favouredPolicyFlag: '03' })
})

test('the whole is taken back without lines, a part by its sums; a mistake takes back the whole', () => {
  const red = { ...asked, blueNumber: '26112000000012345678', confirmation: '', reason: '退款', isWhole: true }
  expect(formOf(red, settings)).not.toHaveProperty('detail')
  expect(formOf({ ...red, amount: 106, isWhole: false }, settings).detail).toMatchObject([
    { blueDetailIndex: '1', taxExcludedAmount: '-100.00', taxAmount: '-6.00' },
  ])
  expect(redReasonOf({ reason: '抬头有误', isWhole: true })).toBe('2')
  expect(redReasonOf({ reason: '抬头有误', isWhole: false })).toBe('3')
  expect(redReasonOf({ reason: '给予优惠', isWhole: false })).toBe('4')
})

test('files are fetched from the platform’s own hosts alone, and by TLS', () => {
  expect(fileAddress('http://inv.jss.com.cn/fp2/a.pdf', settings)).toBe('https://inv.jss.com.cn/fp2/a.pdf')
  expect(fileAddress('https://storage.nuonuo.com/a.xml', settings)).toBe('https://storage.nuonuo.com/a.xml')
  for (const url of [
    '',
    'https://example.com/a.pdf',
    'https://jss.com.cn.example.com/a.pdf',
    'https://evil-nuonuo.com/a.pdf',
    'https://inv.jss.com.cn:8443/a.pdf',
    'https://invtest.nntest.cn/a.pdf',
    'file:///etc/passwd',
    'http://127.0.0.1/a.pdf',
  ])
    expect(() => fileAddress(url, settings)).toThrow()
  const sandbox = { api: 'https://sandbox.nuonuocs.cn' }
  expect(fileAddress('https://invtest.nntest.cn/a.pdf', sandbox)).toBe('https://invtest.nntest.cn/a.pdf')
})
