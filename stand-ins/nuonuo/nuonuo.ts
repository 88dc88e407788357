import type { FastifyInstance } from 'fastify'
import { ofdOf, type Printed, pdfOf, xmlOf } from '../invoicing/papers.ts'
import { bodyOf, secretIn } from '../signedProtocol.ts'
import type { StandIn } from '../standIn.ts'
import { type Books, type Invoice, isMode, type Mode, openBooks } from './books.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { listPage } from './pages.ts'
import { openServices } from './services.ts'

/** 诺诺开放平台, as far as 诺税通 SaaS issues 数电普票. Chosen by `INVOICE_PROVIDER=nuonuo`. */
export const nuonuo: StandIn = {
  name: 'nuonuo',
  title: '诺诺开放平台（诺税通）',
  open: async (app, { origin, folder }) => {
    const secret = await secretIn(folder)
    const account = {
      appKey: `SI${secret.slice(0, 8)}`,
      appSecret: secret.slice(8, 24),
      taxNumber: '51110000MJ00000000',
    }
    const books = await openBooks(folder)
    const gateway = openGateway(account)
    let mode: Mode = 'issue'
    const services = openServices({ books, account, origin, mode: () => mode })

    app.post('/accessToken', async (request, reply) => {
      const { status, body } = gateway.lend(new URLSearchParams(bodyOf(request).toString()))
      return reply.code(status).send(body)
    })
    app.post<{ Querystring: Record<string, string> }>('/open/v1/services', async (request, reply) => {
      const fault = gateway.faultOf(request)
      if (fault) return reply.send(fault)
      const method = String(request.headers.method ?? '')
      const serve = services[method]
      if (!serve) return reply.send({ code: '070201', describe: '没有这个方法' })
      const answer = await serve(JSON.parse(bodyOf(request).toString('utf8')))
      if (mode === 'cut' && method.endsWith('requestBillingNew')) {
        request.raw.socket.destroy()
        return reply.hijack()
      }
      return reply.send(answer)
    })
    serveFiles(app, books)
    servePages(app, { books, gateway, base: new URL(origin).pathname, mode: () => mode, setMode: to => (mode = to) })
    return {
      NUONUO_APP_KEY: account.appKey,
      NUONUO_APP_SECRET: account.appSecret,
      NUONUO_TAX_NUMBER: account.taxNumber,
      NUONUO_CLERK: '示例开票员',
      NUONUO_API: origin,
      NUONUO_OPEN: origin,
    }
  },
}

const printedOf = (of: Invoice): Printed => ({
  title: '数电发票（替身）',
  lines: [
    `号码：${of.number}`,
    `购买方：${of.buyerName}`,
    `项目：${of.goodsName}`,
    `价税合计：${((of.excluded + of.tax) / 100).toFixed(2)} 元`,
    ...(of.blueNumber ? [`冲红：${of.blueNumber}`] : []),
  ],
})

function serveFiles(app: FastifyInstance, books: Books) {
  app.get<{ Params: { name: string } }>('/files/:name', async ({ params }, reply) => {
    const [serialNo = '', kind] = params.name.split('.')
    const invoice = books.bySerial(serialNo)
    if (invoice?.status !== '2') return reply.code(404).send()
    const printed = printedOf(invoice)
    if (kind === 'pdf') return reply.type('application/pdf').send(pdfOf(printed))
    return reply.type('application/octet-stream').send(kind === 'ofd' ? await ofdOf(printed) : xmlOf(printed))
  })
}

type Pages = { books: Books; gateway: Gateway; base: string; mode: () => Mode; setMode: (to: Mode) => void }

function servePages(app: FastifyInstance, { books, gateway, base, mode, setMode }: Pages) {
  app.get('/', (_, reply) => reply.type('text/html; charset=utf-8').send(listPage({ base, mode: mode(), books })))
  /** Counters for tests. */
  app.get('/counts', (_, reply) => reply.send({ lent: gateway.lent(), invoices: books.invoices, forms: books.forms }))
  app.post('/act', async (request, reply) => {
    const form = new URLSearchParams(bodyOf(request).toString())
    const wanted = form.get('mode')
    if (isMode(wanted)) setMode(wanted)
    const invoice = books.byOrder(form.get('orderNo') ?? '')
    const bill = books.forms.find(({ billId }) => billId === form.get('billId'))
    switch (form.get('act')) {
      case 'issue':
        if (invoice) await books.issue(invoice)
        break
      case 'expire':
        gateway.expireAll()
        break
      case 'agree':
        if (bill) bill.atBureau = '04'
        break
      case 'deny':
        if (bill) bill.atBureau = '05'
        break
      case 'applied':
        // Made at the tax bureau by the buyer, and agreed to there.
        await books.apply({
          billId: `B${Date.now()}`,
          blueNumber: form.get('blueNumber') ?? '',
          redReason: '3',
          excluded: -Number(form.get('excluded')),
          tax: -Number(form.get('tax')),
          billStatus: '',
          atBureau: '04',
        })
    }
    await books.save()
    return reply.redirect(`${base}/`, 303)
  })
}
