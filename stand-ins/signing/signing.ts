import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeSigningKey, openSigningKey } from '#lib/server/documents/signingKey.ts'
import { openAuthority } from '../authority.ts'
import { bodyOf, createProtocol, type Protocol, secretIn, signAs } from '../signedProtocol.ts'
import type { StandIn } from '../standIn.ts'
import { type Act, type Flow, flowMessage, isAct, type SignRequest, signedAs } from './flows.ts'
import { flowPage, listPage } from './pages.ts'

const KEY = 'hangxie-stand-in'
const CALLBACK = '/callbacks/signing'
const PREFIX = 'x-esign'

export const sign = signAs(PREFIX)

/** A service at which companies sign, as docs/signing-api.md has it; it signs with certificates of an authority of its own. */
export const signing: StandIn = {
  name: 'signing',
  title: '电子签章服务',
  open: async (app, { origin, site, folder }) => {
    const secret = await secretIn(folder)
    const authority = openAuthority({ folder, origin, name: '电子签章替身根证书' })
    const rootPath = join(folder, 'authority.pem')
    await writeFile(rootPath, authority.root.toString())
    const keys = {
      of: authority.issue,
      unknown: async (name: string) => openSigningKey(await makeSigningKey(name, new Date())),
    }
    const speech = createProtocol({ prefix: PREFIX, key: KEY, secret })
    const flows = new Map<string, Flow>()
    /** `tells`: whether webhooks are sent; `answers`: whether requests are answered. */
    let [tells, answers] = [true, true]

    const does = async (flow: Flow, act: Act) => {
      if (flow.state !== 'signing') return
      if (act === 'refuse' || act === 'expire') {
        flow.state = act === 'refuse' ? 'refused' : 'expired'
        flow.reason = act === 'refuse' ? '法定代表人不同意签署' : ''
      } else {
        flow.signed = await signedAs(act, flow, keys)
        flow.state = 'signed'
      }
      if (tells) await speech.tell(site, CALLBACK, flowMessage(flow, origin))
    }

    serveProtocol(app, { flows, origin, speech, answers: () => answers })

    const base = new URL(origin).pathname
    const html = 'text/html; charset=utf-8'
    app.get('/', (_, reply) => reply.type(html).send(listPage({ base, tells, answers, flows: [...flows.values()] })))
    app.get<{ Params: { number: string } }>('/sign/:number', ({ params }, reply) => {
      const flow = flows.get(params.number)
      return flow ? reply.type(html).send(flowPage({ base, flow })) : reply.code(404).send()
    })
    app.get<{ Params: { number: string } }>('/form/:number', ({ params }, reply) => {
      const flow = flows.get(params.number)
      const pdf = flow?.signed ?? (flow && Buffer.from(flow.asked.document.content, 'base64'))
      return pdf ? reply.type('application/pdf').send(pdf) : reply.code(404).send()
    })
    app.post('/behave', (request, reply) => {
      const form = new URLSearchParams(bodyOf(request).toString())
      if (form.has('tells')) tells = form.get('tells') === 'yes'
      if (form.has('answers')) answers = form.get('answers') === 'yes'
      return reply.redirect(`${base}/`, 303)
    })
    app.post<{ Params: { number: string } }>('/act/:number', async (request, reply) => {
      const flow = flows.get(request.params.number)
      const act = new URLSearchParams(bodyOf(request).toString()).get('act')
      if (!flow || !isAct(act)) return reply.code(404).send()
      await does(flow, act)
      return reply.redirect(`${base}/sign/${request.params.number}`, 303)
    })
    return {
      ESIGN_PROVIDER: 'generic',
      ESIGN_ENDPOINT: origin,
      ESIGN_KEY: KEY,
      ESIGN_SECRET: secret,
      ESIGN_AUTHORITY: rootPath,
    }
  },
}

/** Content that must be identical when a flow number is sent again. */
const contentsOf = ({ returnUrl: _, ...contents }: SignRequest) => JSON.stringify(contents)

const cut = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  raw.socket.destroy()
  return reply.hijack()
}

type Serving = { flows: Map<string, Flow>; origin: string; speech: Protocol; answers: () => boolean }

function serveProtocol(app: FastifyInstance, { flows, origin, speech, answers }: Serving) {
  const { faultOf, say, answer } = speech
  app.post('/flows', async (request, reply) => {
    if (!answers()) return cut(request, reply)
    const fault = faultOf(request)
    if (fault) return say(request, reply, 401, fault)
    const asked: SignRequest = JSON.parse(bodyOf(request).toString('utf8'))
    const bytes = Buffer.from(asked.document.content, 'base64')
    if (createHash('sha256').update(bytes).digest('hex') !== asked.document.sha256)
      return say(request, reply, 400, '文件与摘要不符')
    if (asked.signatory.kind === 'organisation' && !asked.signatory.creditCode)
      return say(request, reply, 422, '没有统一社会信用代码，无法实名认证')
    const before = flows.get(asked.flowNumber)
    if (before && contentsOf(before.asked) !== contentsOf(asked))
      return say(request, reply, 409, '同一流程编号的内容不同')
    const flow: Flow = before ?? { asked, state: 'signing', reason: '' }
    flows.set(asked.flowNumber, flow)
    return answer(request, reply, 200, flowMessage(flow, origin))
  })
  app.get<{ Params: { number: string } }>('/flows/:number', async (request, reply) => {
    if (!answers()) return cut(request, reply)
    const fault = faultOf(request)
    if (fault) return say(request, reply, 401, fault)
    const flow = flows.get(request.params.number)
    return flow ? answer(request, reply, 200, flowMessage(flow, origin)) : say(request, reply, 404, '没有这个流程编号')
  })
  app.get<{ Params: { number: string } }>('/flows/:number/document', async (request, reply) => {
    const fault = faultOf(request)
    if (fault) return say(request, reply, 401, fault)
    const signed = flows.get(request.params.number)?.signed
    return signed ? answer(request, reply, 200, signed) : say(request, reply, 404, '还没有签好')
  })
}
