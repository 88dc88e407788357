import type { FastifyInstance } from 'fastify'
import { bodyOf, createProtocol, type Protocol, secretIn } from '../signedProtocol.ts'
import type { StandIn } from '../standIn.ts'
import { type EInvoiceRequest, type Entry, entryMessage, filesOf, isMode, type Mode, openBooks } from './books.ts'
import { listPage } from './pages.ts'

const KEY = 'hangxie-stand-in'
const CALLBACK = '/callbacks/e-invoices'

/** A platform that issues e-invoices and receipts for dues, as docs/einvoice-api.md has it. */
export const invoicing: StandIn = {
  name: 'invoicing',
  title: '开票平台',
  open: async (app, { origin, site, folder }) => {
    const secret = await secretIn(folder)
    const books = await openBooks(folder)
    const { answer, say, faultOf, tell } = createProtocol({ prefix: 'x-invoice', key: KEY, secret })
    let mode: Mode = 'issue'
    const base = new URL(origin).pathname

    const notify = async (entry: Entry) => tell(site, CALLBACK, await entryMessage(entry))

    serveProtocol(app, {
      faultOf,
      answer,
      say,
      take: async (asked, cut) => {
        const entry = await books.add(asked)
        const fault = books.faultOf(asked)
        if (fault) await books.fail(entry, fault)
        else if (mode === 'issue' || mode === 'cut') await books.issue(entry)
        else if (mode === 'fail') await books.fail(entry, '购买方信息与税务登记不符')
        if (mode === 'cut') cut()
        return entry
      },
      find: books.find,
    })

    app.get('/', (_, reply) =>
      reply.type('text/html; charset=utf-8').send(listPage({ base, mode, entries: books.all() })),
    )
    app.get<{ Params: { number: string; kind: string } }>('/paper/:number/:kind', async ({ params }, reply) => {
      const entry = books.find(params.number)
      const bytes = entry && (await filesOf(entry))[params.kind]
      return bytes
        ? reply.type(params.kind === 'pdf' ? 'application/pdf' : 'application/octet-stream').send(bytes)
        : reply.code(404).send()
    })
    app.post('/act', async (request, reply) => {
      const form = new URLSearchParams(bodyOf(request).toString())
      const wanted = form.get('mode')
      if (isMode(wanted)) mode = wanted
      const entry = books.find(form.get('requestNumber') ?? '')
      const act = form.get('act')
      if (entry && act === 'issue') await books.issue(entry)
      if (entry && act === 'fail') await books.fail(entry, form.get('reason') || '购买方信息与税务登记不符')
      if (entry) await notify(entry)
      return reply.redirect(`${base}/`, 303)
    })
    return { INVOICE_PROVIDER: 'generic', INVOICE_ENDPOINT: origin, INVOICE_KEY: KEY, INVOICE_SECRET: secret }
  },
}

type Serving = Pick<Protocol, 'faultOf' | 'answer' | 'say'> & {
  take: (asked: EInvoiceRequest, cut: () => void) => Promise<Entry>
  find: (requestNumber: string) => Entry | undefined
}

function serveProtocol(app: FastifyInstance, { faultOf, answer, say, take, find }: Serving) {
  app.post('/invoices', async (request, reply) => {
    const fault = faultOf(request)
    if (fault) return say(request, reply, 401, fault)
    const asked: EInvoiceRequest = JSON.parse(bodyOf(request).toString('utf8'))
    const before = find(asked.requestNumber)
    if (before && JSON.stringify(before.asked) !== JSON.stringify(asked))
      return say(request, reply, 409, '同一请求编号的内容不同')
    let isCut = false
    const entry = before ?? (await take(asked, () => (isCut = true)))
    if (isCut) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    return answer(request, reply, entry.state === 'issuing' ? 202 : 200, await entryMessage(entry))
  })
  app.get<{ Params: { number: string } }>('/invoices/:number', async (request, reply) => {
    const fault = faultOf(request)
    if (fault) return say(request, reply, 401, fault)
    const entry = find(request.params.number)
    return entry ? answer(request, reply, 200, await entryMessage(entry)) : say(request, reply, 404, '没有这个请求编号')
  })
  app.get<{ Params: { number: string; kind: string } }>('/invoices/:number/files/:kind', async (request, reply) => {
    const fault = faultOf(request)
    if (fault) return say(request, reply, 401, fault)
    const entry = find(request.params.number)
    const bytes = entry && (await filesOf(entry))[request.params.kind]
    return bytes ? answer(request, reply, 200, bytes) : say(request, reply, 404, '没有这个文件')
  })
}
