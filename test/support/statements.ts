import type { Site } from './app.ts'

type Payment = { amount: number; payer?: string; remark?: string }

let made = 0

/** Imports a bank's list of these payments of 1 May 2041; answers its id and its lines, as they are proposed. */
export async function importPayments(site: Site, cashier: { cookie: string }, ...payments: Payment[]) {
  const lines = payments.map(
    ({ amount, payer = '', remark = '' }) => `2041-05-01,${amount},${payer},${remark},P${process.pid}-${++made}`,
  )
  const form = new FormData()
  form.append('bank', '示例银行')
  form.append('file', new Blob([['交易日期,贷方金额,对方户名,附言,交易流水号', ...lines].join('\n')]), '流水.csv')
  const body = new Response(form)
  const headers = { ...cashier, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  const response = await site.app.inject({ method: 'POST', url: '/api/staff/statement/upload', payload, headers })
  const { code, msg, data } = response.json()
  if (code !== 200) throw new Error(msg)
  return {
    id: data.id as number,
    lines: (await site.as(cashier).get('/staff/statement/lines', { id: data.id })).data.list,
  }
}
