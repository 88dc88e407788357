import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Pages } from './pages.ts'
import { workerPolicy } from './pdfAssets.ts'
import { type Rule, readRules } from './usedStyles.ts'

const root = resolve(import.meta.dirname, '../../../..')

/** Policy of the service worker that caches pages for a phone without a network: it may fetch from this site only. */
const OFFLINE_POLICY = "default-src 'none'; connect-src 'self'"

/** The built pages: their assets served, what renders them returned. */
export async function serveBuild(app: FastifyInstance): Promise<Pages> {
  const client = resolve(root, 'build/pages/client')
  const server = resolve(root, 'build/pages/server/index.js')
  if (!existsSync(server)) throw new Error('页面尚未构建，请先运行 npm run build（npm start 会自动构建）。')
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('vary', 'accept-encoding')
      if (/\/(pdf|scanner)\.worker[\w.-]+$/.test(path)) reply.header('content-security-policy', workerPolicy)
      if (/\/offline\.js(\.\w+)?$/.test(path)) reply.header('content-security-policy', OFFLINE_POLICY)
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
  serveFiles(app, client)
  const { render, patternOf }: Pick<Pages, 'render' | 'patternOf'> = await import(server)
  const starter = readFileSync(join(dirname(server), 'starter.js'), 'utf8')
  return { render, patternOf, styleOf: stylesIn(client), starter }
}

/**
 * Serves all assets named by content hash by one wildcard route: a route for each of some thousand files takes a tenth
 * of the start-up time.
 */
function serveFiles(app: FastifyInstance, client: string) {
  const there = new Set(readdirSync(join(client, 'assets')))
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': name } }, reply) =>
    there.has(name) ? reply.sendFile(`assets/${name}`) : reply.code(404).send(),
  )
  const others = readdirSync(client, { withFileTypes: true }).filter(entry => entry.isFile())
  for (const { name } of others) app.get(`/${name}`, (_, reply) => reply.sendFile(name))
}

/** Caches each file without expiry: its name contains a hash of its content. */
function stylesIn(client: string): Pages['styleOf'] {
  const known = new Map<string, Rule[]>()
  return address => {
    const path = join(client, address)
    if (!known.has(address) && existsSync(path)) known.set(address, readRules(readFileSync(path, 'utf8')))
    return known.get(address)
  }
}

/** The pages from source, reloaded in the browser as they are edited. */
export async function serveSource(app: FastifyInstance): Promise<Pages> {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  const load = () => vite.ssrLoadModule('/src/render.ts') as Promise<Pages>
  const { patternOf } = await load()
  const { starter } = (await vite.ssrLoadModule('/src/layouts/firstView/starter.ts')) as Pick<Pages, 'starter'>
  return {
    patternOf,
    render: async (request, api, mark) => (await load()).render(request, api, mark),
    // The development server brings styles by scripts, as they are edited.
    styleOf: () => undefined,
    starter,
  }
}
