import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { fenOf } from '#lib/money.ts'
import { readCsv, textFrom } from '#lib/server/sheets/csv.ts'
import type { BillLine } from '../driver.ts'

/** In bytes: what a day's bill may unpack to, all tables of it together. */
const LARGEST = 64 << 20
const FIRST = '支付宝交易号'

/** 业务明细, of a ZIP file with tables in the encoding of Chinese Windows. The one with sums by shop is left aside. */
export async function readBillFile(bytes: Buffer): Promise<BillLine[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    let left = LARGEST
    for await (const entry of zip.eachEntry()) {
      left -= entry.uncompressedSize
      if (left < 0) throw new Error('支付宝的账单过大')
      const table = textFrom(await buffer(await zip.openReadStreamPromise(entry)))
      if (table.includes(FIRST)) return readTable(table)
    }
  } finally {
    zip.close()
  }
  throw new Error('支付宝的账单里没有业务明细')
}

/** Lines with # tell of the table; values end in tabs, so that no workbook takes them for numbers. */
export function readTable(table: string): BillLine[] {
  const found: BillLine[] = []
  let names: string[] | undefined
  for (const { cells: raw } of readCsv(table)) {
    const cells = raw.map(cell => cell.trim())
    if (cells[0]?.startsWith('#')) continue
    if (!names) {
      if (cells[0] === FIRST) names = cells
      continue
    }
    const heads = names
    const of = (name: string) => cells[heads.indexOf(name)] ?? ''
    if (!of('商户订单号')) continue
    const isRefund = of('业务类型') === '退款'
    const fee = Math.abs(fenOf(Number(of('服务费（元）'))))
    found.push({
      kind: isRefund ? 'refund' : 'payment',
      transactionId: of(FIRST),
      number: of('商户订单号'),
      refundNumber: isRefund ? of('退款批次号/请求号') : '',
      fen: Math.abs(fenOf(Number(of('订单金额（元）')))),
      feeFen: isRefund ? 0 - fee : fee,
    })
  }
  return found
}
