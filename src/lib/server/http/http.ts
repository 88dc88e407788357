import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Contract, type Download, type Endpoint, type Key, MAX_BODY_KB } from '#lib/contract.ts'
import { invalid, isRefusal, notFound, type Refusal } from '#lib/error.ts'
import { admitBeforeReading, type Call } from '../api/call.ts'
import { type Actor, anonymous, type Ctx, type Services } from '../api/context.ts'
import { type Credential, credentialOf, staffCookie } from '../api/credentials.ts'
import { isGenerated, limitDocuments } from '../api/documentQueue.ts'
import { refuseOtherAccount } from '../api/duties.ts'
import { isConflict, isUnavailable } from '../database/connectionErrors.ts'
import { limit } from '../limits/rateLimit.ts'
import { type Answer, send } from '../pages/compressedResponse.ts'
import type { PageCache } from '../pages/pageCache.ts'
import { receiveUpload, registerMultipart } from './receive.ts'
import { sendFile } from './sendFile.ts'

type Identify = (services: Services, shown: Credential | undefined, now: Date, passive?: boolean) => Promise<Actor>
type Served<C extends Contract> = {
  contract: C
  call: Call<C>
  identify: Identify
  services: Services
  cache?: PageCache
}

/** Puts every endpoint of the contract at /api, and turns what is returned or thrown into the envelope. */
export function serveContract<C extends Contract>(app: FastifyInstance, served: Served<C>) {
  app.decorateRequest('ctx', undefined)
  parseJsonBodies(app)
  const endpoints = Object.entries(served.contract) as [Key, Endpoint][]
  for (const [key, endpoint] of endpoints) if (!endpoint.upload) serve(app, key, endpoint, served)
  app.register(async scope => {
    await registerMultipart(scope)
    for (const [key, endpoint] of endpoints) if (endpoint.upload) serve(scope, key, endpoint, served)
  })
  app.all('/api/*', async () => {
    throw notFound('没有这个接口')
  })
}

function serve<C extends Contract>(app: FastifyInstance, key: Key, endpoint: Endpoint, served: Served<C>) {
  const { call, identify, services, cache } = served
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Ctx> => {
    const now = new Date()
    // Public calls are the same for everyone, so a token that is over never spoils them.
    const open = endpoint.who === 'anyone' && !endpoint.knowsMembers
    const shown = open ? undefined : credentialOf(request, endpoint, services.config)
    if (shown && isGenerated(endpoint)) limitDocuments(key, shown.token, reply.raw)
    const actor = open ? anonymous : await identify(services, shown, now, endpoint.passive)
    request.actor = actor
    const setCookie = (token: string | null) => void reply.header('set-cookie', staffCookie(services.config, token))
    const setHeader = (name: string, value: string) => void reply.header(name, value)
    const about = { actor, address: request.ip, log: request.log, headers: headersOf(request), setCookie, setHeader }
    const ctx: Ctx = { ...services, now, ...about }
    refuseOtherAccount(ctx)
    return ctx
  }
  /**
   * Checks access before the body is read, so that nobody uploads a form or a film only to be refused, and no refused
   * body is parsed.
   */
  const admitBeforeBody = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!endpoint.upload) spendBody(request, services.config.limits.bodyBytesPerMinute)
    request.ctx = await contextOf(request, reply)
    admitBeforeReading(request.ctx, key, endpoint)
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = request.ctx ?? (await contextOf(request, reply))
    if (!endpoint.upload) {
      // The body may have taken its time.
      ctx.now = new Date()
      const ask = () => call(ctx, key as never, inputOf(request) as never)
      return method === 'GET' ? retryConflicts(ask) : ask()
    }
    return receiveUpload(request, (upload, fields) => {
      ctx.upload = upload
      return call(ctx, key as never, { ...(request.query as object), ...fields } as never)
    })
  }
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  for (const url of [path, ...(endpoint.also ?? [])]) {
    app.route({
      method,
      url: `/api${url.replace(/\{(\w+)\}/g, ':$1')}`,
      ...(endpoint.isAnonymous && { config: { isAnonymous: true } }),
      ...(method === 'POST' && {
        bodyLimit: (endpoint.maxBodyKb ?? MAX_BODY_KB) << 10,
        preParsing: admitBeforeBody,
      }),
      handler: async (request, reply) => {
        if (endpoint.output === 'file') return sendFile(request, reply, (await answer(request, reply)) as Download)
        if (method === 'POST') {
          const done = await answer(request, reply)
          await cache?.catchUp()
          return succeed(done)
        }
        if (endpoint.cached !== true || !cache) return succeed(await answer(request, reply))
        const packed = await cache.answer(request.raw, async () => toJson(succeed(await answer(request, reply))))
        reply.hijack()
        await send(packed, request.raw, reply.raw)
      },
    })
  }
}

/** Tries to repeat a read that lost against other work in the database. */
const CONFLICT_TRIES = 3

/** Repeats what may be asked twice; a write is answered with 503 instead, for its sender knows what it was. */
async function retryConflicts<T>(ask: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!isConflict(error) || tries === CONFLICT_TRIES) throw error
    }
  }
}

const succeed = (data: unknown) => ({ code: 200, data, msg: 'ok' })

const toJson = (envelope: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(envelope)),
})

const headersOf = ({ headers }: FastifyRequest): Ctx['headers'] => ({
  bearer: headers.authorization?.match(/^Bearer ([\w-]{20,100})$/i)?.[1],
  userAgent: headers['user-agent']?.slice(0, 300),
  fetchSite: [headers['sec-fetch-site']].flat()[0],
  ticket: [headers.ticket].flat()[0],
  account: [headers.account].flat()[0],
})

/** Query and path of a GET, the JSON of a POST. An empty query value (`?name=`) is a value not given. */
function inputOf(request: FastifyRequest): unknown {
  const given = Object.entries(request.query as object).filter(([, value]) => value !== '')
  if (request.method === 'GET') return { ...Object.fromEntries(given), ...(request.params as object) }
  const { body } = request
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    throw invalid('请求内容应为 JSON 对象')
  return { ...body, ...(request.params as object) }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The log has no address of who calls. */
    isAnonymous?: boolean
  }
  interface FastifyRequest {
    /** Caller of the endpoint, once it is known. */
    actor: Actor | undefined
    /** Context with which a POST was admitted before its body was read. */
    ctx: Ctx | undefined
  }
}

const spendBodyBytes = limit('body', { max: 1, per: 60_000 })

/** Spends what an address may have read of JSON in a minute; uploads have limits of their own. */
function spendBody({ ip, headers, routeOptions }: FastifyRequest, bytesPerMinute: number) {
  // A body of unknown length may become as long as the limit of its endpoint.
  const bytes = headers['transfer-encoding'] ? routeOptions.bodyLimit : Number(headers['content-length'] ?? 0)
  spendBodyBytes({ address: ip, now: new Date() }, bytesPerMinute, Math.min(bytes || 0, bytesPerMinute))
}

/** Told of every request that is refused, with the code in the envelope. */
type Noted = (request: FastifyRequest, code: number) => void

export function answerErrors(app: FastifyInstance, note: Noted = () => {}) {
  app.decorateRequest('actor', undefined)
  // Refuses a body that is not declared as JSON before reading it: a form on another site cannot send JSON.
  app.removeContentTypeParser('text/plain')
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.setErrorHandler((error, request, reply) => {
    discardBody(request, reply)
    if (isRefusal(error)) {
      note(request, error.code)
      return refuse(reply, error)
    }
    const fault = errorStatus(error)
    if (fault.status === 413 && request.url.startsWith('/api/'))
      fault.msg = `提交的内容过大，最多 ${request.routeOptions.bodyLimit! >> 10} KB`
    note(request, fault.status)
    request.log[fault.status < 500 ? 'info' : 'error']({ err: error }, fault.msg)
    if (fault.status === 503) reply.header('retry-after', '5')
    return reply.code(fault.status).send({ code: fault.status, data: null, msg: fault.msg.replace('{id}', request.id) })
  })
}

/** Maximum bytes of a refused body that are discarded, so that its sender can read the reason. */
const MAX_DISCARDED = 4 << 20

/** Throws away what is still to come of a refused body; who goes on sending is cut off. */
function discardBody({ raw, headers }: FastifyRequest, reply: FastifyReply) {
  if (raw.complete !== false || /^multipart\//i.test(headers['content-type'] ?? '')) return
  // Closed at once, the connection would be reset before the answer is read.
  reply.removeHeader('connection')
  let left = MAX_DISCARDED
  raw.on('data', chunk => {
    left -= chunk.length
    if (left < 0) raw.socket.destroy()
  })
}

/** Default headers: no cache may store the response. Cached answers, files and assets override them. */
export function preventCaching(response: ServerResponse) {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('vary', 'token, cookie, accept-encoding')
}

/** An address that cannot even be decoded reaches no route; Fastify asks for an answer here. */
export function answerUnreadable(_: unknown, { id, url }: FastifyRequest, { raw }: FastifyReply) {
  preventCaching(raw)
  if (!url.startsWith('/api/')) return raw.writeHead(302, { location: '/404' }).end()
  raw.writeHead(400, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': id })
  raw.end(JSON.stringify({ code: 400, data: null, msg: '网址无法识别，请检查是否完整' }))
}

/** Sends a refusal: in an HTTP 200, except for a missing or ended session and a service that is away, which have a status. */
function refuse(reply: FastifyReply, { code, message, fields, retryAfter }: Refusal) {
  if (code === 401 || code === 550) reply.code(code)
  if (code === 503) reply.code(503).header('retry-after', '60')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.send({ code, data: fields ? { fields } : null, msg: message })
}

/** Status and message of errors that no rule raised: unreadable requests, an unavailable database, and bugs. */
export function errorStatus(error: unknown): { status: number; msg: string } {
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string }
  if (isDiskFull(error)) return { status: 507, msg: '服务器存储空间不足，内容没有保存，请与协会联系' }
  if (isUnavailable(error)) return { status: 503, msg: '服务暂时繁忙，请稍后再试' }
  if (statusCode === 413) return { status: 413, msg: '提交的内容过大' }
  if (statusCode === 415) return { status: 415, msg: '请求内容应为 JSON（Content-Type: application/json）' }
  if (BRACKET_FAULTS[code]) return { status: 400, msg: BRACKET_FAULTS[code] }
  if (/JSON/.test(code)) return { status: 400, msg: '请求内容不是有效的 JSON' }
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, msg: `请求无法识别（${code || STATUS_CODES[statusCode]}）` }
  return { status: 500, msg: '系统错误，请稍后再试。如需协助，请提供编号 {id}' }
}

/** Whether the disk is full: that of the files, or of the database (SQLSTATE disk_full). */
function isDiskFull(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string }
  return code === 'ENOSPC' || code === '53100'
}

/** Deeper and with more lists and objects in it than anything that is honestly sent. */
const MAX_DEPTH = 100
const MAX_BRACKETS = 20_000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/**
 * Parses JSON bodies. Brackets are counted in the text first: a parser takes fifty times as long for a megabyte of empty
 * lists as for a megabyte of text, and what walks through the result afterwards takes longer still.
 */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const fault = faultInBrackets(body)
    if (fault) done(Object.assign(new Error('JSON is nested too much'), { statusCode: 400, code: fault }))
    else parse(request, body, done)
  })
}

function faultInBrackets(text: string): 'JSON_DEPTH' | 'JSON_ITEMS' | undefined {
  let depth = 0
  let brackets = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return 'JSON_DEPTH'
      if (++brackets > MAX_BRACKETS) return 'JSON_ITEMS'
    }
  }
  return undefined
}

/** Messages for these faults. */
const BRACKET_FAULTS: Readonly<Record<string, string>> = {
  JSON_DEPTH: `请求内容的层次过多，最多 ${MAX_DEPTH} 层`,
  JSON_ITEMS: `请求内容的项目过多，最多 ${MAX_BRACKETS} 个列表和对象`,
}
