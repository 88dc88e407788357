import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRefusal, Refusal } from '#lib/error.ts'
import { faultOf } from '../http/http.ts'
import { problemPage } from '../http/problem.ts'
import { pagePolicy } from '../http/security.ts'
import { type Answer, type PageCache, send } from './pageCache.ts'

type Api = (key: never, input: never) => Promise<never>
/** What the server takes from the other graph of modules. */
export type Pages = {
  render: (request: Request, api: Api) => Promise<Response>
  /** How `routes.ts` writes an address. */
  patternOf: (pathname: string) => string
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
        const response = await pages.render(asked, reporting(api(request), request))
        const now = response.status === 404 && (await moved(request.url))
        if (now) return { status: now.status, headers: { location: now.location }, body: Buffer.alloc(0) }
        if (response.status < 500) return await toAnswer(response, { maps, https })
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

async function toAnswer(response: Response, policy: { maps: boolean; https: boolean }): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  if (headers['content-type']?.startsWith('text/html'))
    headers['content-security-policy'] = pagePolicy(body.toString(), policy)
  return { status: response.status, headers, body }
}
