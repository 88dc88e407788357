import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRefusal, Refusal } from '#lib/error.ts'
import { faultOf } from '../http/http.ts'
import { problemPage } from '../http/problem.ts'
import { pagePolicy, reportingEndpoints, takeMarked } from '../http/security.ts'
import { paintFirst } from './firstPaint.ts'
import { type Answer, type PageCache, send } from './pageCache.ts'

type Api = (key: never, input: never) => Promise<never>
/** What the server takes from the other graph of modules. */
export type Pages = {
  /** Scripts of its own carry `mark` as their nonce. */
  render: (request: Request, api: Api, mark: string) => Promise<Response>
  /** How `routes.ts` writes an address. */
  patternOf: (pathname: string) => string
  /** What is in a file of styles, by its address. */
  styleOf: (address: string) => string | undefined
}
type Options = {
  cache: PageCache
  /** Where an address that is no page of ours leads now. */
  moved: (address: string) => Promise<{ status: number; location: string } | undefined>
  pages: Pages
  api: (request: FastifyRequest) => Api
  origin: string
  maps: boolean
}

/** Answers every address that no endpoint answers with a page, rendered here. */
export function servePages(app: FastifyInstance, { cache, moved, pages, api, origin, maps }: Options) {
  const https = origin.startsWith('https:')

  app.get('/*', async (request, reply) => {
    request.pattern = pages.patternOf(request.url.split('?')[0]!)
    const packed = await cache.answer(request.raw, async () => {
      try {
        // With the configured origin, never the Host header: a kept page must not carry a forged one.
        const asked = new Request(origin + request.url)
        const mark = randomUUID()
        const response = await pages.render(asked, reporting(api(request), request), mark)
        // Some sites knew their pages by the query alone: `/?p=12`.
        const isUnknown = response.status === 404 || (request.url.startsWith('/?') && response.status < 400)
        const now = isUnknown && (await moved(request.url))
        if (now) return { status: now.status, headers: { location: now.location }, body: Buffer.alloc(0) }
        if (response.status < 500) return await toAnswer(response, mark, { maps, https, styleOf: pages.styleOf })
        return problemPage(response.status === 503 ? 503 : 500, request.id)
      } catch (error) {
        request.log.error({ err: error }, 'a page could not be rendered')
        return problemPage(500, request.id)
      }
    })
    reply.hijack()
    send(packed, request.raw, reply.raw)
  })
}

/** Faults are logged here, with the request; the page learns only what a visitor may. */
const reporting =
  (api: Api, { id, log }: { id: string; log: FastifyInstance['log'] }): Api =>
  async (key, input) => {
    try {
      return await api(key, input)
    } catch (error) {
      if (isRefusal(error)) throw error
      const { status, msg } = faultOf(error)
      log.error({ err: error, key }, msg)
      throw new Refusal(status, msg.replace('{id}', id))
    }
  }

type Surroundings = { maps: boolean; https: boolean; styleOf: Pages['styleOf'] }

async function toAnswer(response: Response, mark: string, { maps, https, styleOf }: Surroundings): Promise<Answer> {
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  if (!headers['content-type']?.startsWith('text/html'))
    return { status, headers, body: Buffer.from(await response.arrayBuffer()) }
  const { scripts, html } = takeMarked(await response.text(), mark)
  headers['content-security-policy'] = pagePolicy(scripts, { maps, https })
  if (https) headers['reporting-endpoints'] = reportingEndpoints
  return { status, headers, body: Buffer.from(paintFirst(html, styleOf)) }
}
