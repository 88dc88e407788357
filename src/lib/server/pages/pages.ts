import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isRefusal, Refusal } from '#lib/error.ts'
import { errorStatus } from '../http/http.ts'
import { takeMarked } from '../http/markedScripts.ts'
import { problemPage } from '../http/problem.ts'
import { insideWechat, pagePolicy, reportingEndpoints } from '../http/security.ts'
import { type Answer, send } from './compressedResponse.ts'
import { deferScripts, insertStarter, SCRIPTS_HEADER, SCRIPTS_PATH } from './deferredScripts.ts'
import { firstPaint } from './firstPaint.ts'
import type { PageCache } from './pageCache.ts'
import type { Rule } from './usedStyles.ts'

type Api = (key: never, input: never) => Promise<never>
type Rendered = { response: Response; html?: string }
/** Functions that the server takes from the module graph of the pages. */
export type Pages = {
  /** A page is the `html`, anything else stands in the response. Scripts of its own carry `mark` as their nonce. */
  render: (request: Request, api: Api, mark: string) => Promise<Rendered>
  /** Route pattern of an address, as in `routes.ts`. */
  patternOf: (pathname: string) => string
  /** The rules in a file of styles, by its address. */
  styleOf: (address: string) => Rule[] | undefined
  /** Script that records actions in a page until its scripts are loaded (`layouts/firstView/starter.ts`). */
  starter: string
}
type Options = {
  cache: PageCache
  /** Redirect for an address that is not a page. */
  moved: (address: string) => Promise<{ status: number; location: string } | undefined>
  pages: Pages
  api: (request: FastifyRequest) => Api
  origin: string
  maps: boolean
  /** The origin that public files are fetched from, where it is not ours. */
  files: string | undefined
  /** Whether a service account is configured, so that WeChat's browser may load WeChat's script. */
  wechat: boolean
}

/** Maximum bytes of page scripts kept until somebody acts in the page. */
const MAX_SCRIPT_BYTES = 8 << 20

/** Answers every address that no endpoint answers with a page, rendered here; and apart from it what it acts by. */
export function servePages(app: FastifyInstance, { cache, moved, pages, api, origin, maps, files, wechat }: Options) {
  const https = origin.startsWith('https:')
  const paintFirst = firstPaint(pages.styleOf)
  const scripts = new LRUCache<string, string>({
    maxSize: MAX_SCRIPT_BYTES,
    sizeCalculation: code => 2 * code.length + 500,
  })

  async function draw(request: FastifyRequest, url: string): Promise<RenderedAnswer> {
    try {
      // Uses the configured origin, never the Host header: a cached page must not carry a forged one.
      const asked = new Request(origin + url)
      const mark = randomUUID()
      const rendered = await pages.render(asked, reporting(api(request), request), mark)
      const { response } = rendered
      // Some sites knew their pages by the query alone: `/?p=12`.
      const isUnknown = response.status === 404 || (url.startsWith('/?') && response.status < 400)
      const now = isUnknown && (await moved(url))
      if (now) return { answer: { status: now.status, headers: { location: now.location }, body: Buffer.alloc(0) } }
      if (response.status >= 500) return { answer: problemPage(response.status === 503 ? 503 : 500, request.id) }
      const drawn = await finish(rendered, { mark, url, maps, files, wechat, https, paintFirst, pages })
      if (drawn.scripts) scripts.set(drawn.scripts.digest, drawn.scripts.code)
      return drawn
    } catch (error) {
      request.log.error({ err: error }, 'a page could not be rendered')
      return { answer: problemPage(500, request.id) }
    }
  }

  app.get<{ Params: { digest: string } }>(`${SCRIPTS_PATH}/:digest/*`, async (request, reply) => {
    const { digest } = request.params
    const packed = await cache.answer(request.raw, async () => {
      const url = request.url.slice(`${SCRIPTS_PATH}/${digest}`.length)
      // Renders the page again where another process sent it, or the script has been dropped since.
      const code = scripts.get(digest) ?? (await draw(request, url)).scripts?.code
      const headers = { 'content-type': 'text/javascript; charset=utf-8' }
      return code ? { status: 200, headers, body: Buffer.from(code) } : { status: 404, headers, body: Buffer.alloc(0) }
    })
    reply.hijack()
    await send(packed, request.raw, reply.raw)
  })

  app.get('/*', async (request, reply) => {
    request.pattern = pages.patternOf(request.url.split('?')[0]!)
    const packed = await cache.answer(request.raw, async () => (await draw(request, request.url)).answer)
    reply.hijack()
    await send(packed, request.raw, reply.raw)
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
      const { status, msg } = errorStatus(error)
      log.error({ err: error, key }, msg)
      throw new Refusal(status, msg.replace('{id}', id))
    }
  }

type RenderedAnswer = { answer: Answer; scripts?: { digest: string; code: string } }
type Surroundings = Pick<Options, 'maps' | 'files' | 'wechat'> & {
  mark: string
  url: string
  https: boolean
  paintFirst: ReturnType<typeof firstPaint>
  pages: Pages
}

async function finish(
  { response, html: rendered }: Rendered,
  { mark, url, maps, files, wechat, https, paintFirst, pages }: Surroundings,
): Promise<RenderedAnswer> {
  const { status } = response
  const { [SCRIPTS_HEADER]: scriptsCome, ...headers } = Object.fromEntries(response.headers)
  if (rendered === undefined) return { answer: { status, headers, body: Buffer.from(await response.arrayBuffer()) } }
  const { html: page, scripts } = begin(rendered, scriptsCome, { mark, url, starter: pages.starter })
  const { scripts: inline, html } = takeMarked(page, mark)
  const policy = pagePolicy(inline, { maps, https, files })
  headers['content-security-policy'] = policy
  const inside = wechat ? { 'content-security-policy': insideWechat(policy) } : undefined
  if (https) headers['reporting-endpoints'] = reportingEndpoints
  const body = Buffer.from(paintFirst(html, scripts !== undefined))
  return { answer: { status, headers, inside, body }, scripts }
}

function begin(
  html: string,
  scriptsCome: string | undefined,
  given: Parameters<typeof deferScripts>[1],
): { html: string; scripts?: RenderedAnswer['scripts'] } {
  if (scriptsCome === 'when asked') return deferScripts(html, given)
  return { html: scriptsCome === 'at once' ? insertStarter(html, given) : html }
}
