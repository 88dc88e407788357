import * as build from 'virtual:react-router/server-build'
import { LRUCache } from 'lru-cache'
import { createRequestHandler, createStaticHandler, type RouteObject, RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#api/load.ts'
import { withAnswersKept } from './layouts/rendering/answers.ts'
import { pageContext, scriptMarkContext } from './layouts/rendering/pageContext.ts'

/** In development browsers take over what React Router hands them by itself. */
const routes = import.meta.env.DEV ? build.routes : withAnswersKept(build.routes)
const handle = createRequestHandler({ ...build, routes }, import.meta.env.MODE)
const handlers = new Map<string, typeof handle>()

/**
 * The one entry of Vite's graph that the native server imports. Only plain values cross this border. Every script that is
 * rendered here, and nothing else, carries `mark` as its nonce. A page is the `html`; anything else stands in the response.
 */
export async function render(
  request: Request,
  api: Api,
  mark?: string,
): Promise<{ response: Response; html?: string }> {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(scriptMarkContext, mark)
  const response = await handlerFor(new URL(request.url).pathname)(request, context)
  return { response, html: context.get(pageContext) ?? undefined }
}

/** Of all routes, those alone that a page is made of: React Router tries each that it has, three times a page. */
function handlerFor(pathname: string): typeof handle {
  const { ids, pattern } = matchedBy(pathname)
  if (import.meta.env.DEV || ids.length === 0) return handle
  const known = handlers.get(pattern)
  if (known) return known
  const made = createRequestHandler(buildOf(ids), import.meta.env.MODE)
  handlers.set(pattern, made)
  return made
}

function buildOf(ids: string[]): typeof build {
  const { assets } = build
  const those = <Route>(of: Record<string, Route>) => Object.fromEntries(ids.map(id => [id, of[id]!]))
  return { ...build, routes: those(routes), assets: { ...assets, routes: those(assets.routes) } }
}

const routesBelow = (parent?: string): RouteObject[] =>
  Object.values(routes).flatMap(route => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: routesBelow(id) }
  })
/** It ranks the routes once; `matchRoutes` would with each question. */
const { match } = createStaticHandler(routesBelow())

/** As many addresses as are remembered. */
const MOST = 1_000
type Matched = { ids: string[]; pattern: string }
const matched = new LRUCache<string, Matched>({ max: MOST })

function matchedBy(pathname: string): Matched {
  const known = matched.get(pathname)
  if (known) return known
  const found = match(pathname) ?? []
  const parts = found.flatMap(({ route }) => route.path || [])
  const made = { ids: found.map(({ route }) => route.id!), pattern: `/${(found.length > 0 ? parts : ['*']).join('/')}` }
  matched.set(pathname, made)
  return made
}

/** What stands for an address in `routes.ts`: `/admin/news/list/:catalogId`. */
export const patternOf = (pathname: string): string => matchedBy(pathname).pattern
