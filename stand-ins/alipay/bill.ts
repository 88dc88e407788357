import { buffer } from 'node:stream/consumers'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { type Line, yuanText } from '../payments.ts'
import type { Parties } from './signing.ts'

const HEADINGS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** 业务明细, as it is downloaded: packed, in the encoding of Chinese Windows, values with a tab at their end. */
export function billFile(parties: Parties, day: string, lines: readonly Line[]): Promise<Buffer> {
  const rows = lines.map(({ kind, transactionId, number, refundNumber, fen, feeFen, about = '会费', sumText }) => {
    const isRefund = kind === 'refund'
    const sum = sumText ?? (isRefund ? `-${yuanText(fen)}` : yuanText(fen))
    const fee = yuanText(0 - feeFen)
    const noon = `${day} 12:00:00`
    const before = [
      transactionId,
      number,
      isRefund ? '退款' : '交易',
      about,
      noon,
      noon,
      '',
      '',
      '',
      '',
      '*明(138****0000)',
    ]
    const zeros = ['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00']
    return [...before, sum, sum, ...zeros, refundNumber, fee, '0.00', ''].map(cell => `${cell}\t`).join(',')
  })
  const head = [
    '#支付宝业务明细查询',
    `#账号：[${parties.sellerId}0156]`,
    `#起始日期：[${day}]   终止日期：[${day}]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
  ]
  const foot = ['#-----------------------------------------业务明细列表结束------------------------------------']
  const table = [...head, HEADINGS, ...rows, ...foot].join('\r\n')
  async function* entries() {
    yield { name: `${parties.sellerId}_${day.replaceAll('-', '')}_summary.csv`, bytes: gbk('#支付宝业务汇总查询\r\n') }
    yield { name: `${parties.sellerId}_${day.replaceAll('-', '')}_detail.csv`, bytes: gbk(table) }
  }
  return buffer(zipOf(entries(), new Date(`${day}T04:00:00Z`)))
}

let codes: Map<string, number> | undefined

/** Node reads GBK and does not write it: the table is made from what it reads. */
function gbk(text: string): Buffer {
  codes ??= makeCodes()
  const known = codes
  return Buffer.from(
    [...text].flatMap(sign => {
      const code = sign.charCodeAt(0)
      if (code < 128) return [code]
      const pair = known.get(sign) ?? 0x3f3f
      return [pair >> 8, pair & 255]
    }),
  )
}

function makeCodes(): Map<string, number> {
  const decoder = new TextDecoder('gbk')
  const made = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if (sign.length === 1 && sign !== '\uFFFD' && !made.has(sign)) made.set(sign, (high << 8) | low)
    }
  return made
}
