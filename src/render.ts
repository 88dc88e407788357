import * as build from 'virtual:react-router/server-build'
import { LRUCache } from 'lru-cache'
import { createRequestHandler, createStaticHandler, type RouteObject, RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#api/load.ts'
import { wrapAnswers } from './layouts/rendering/answers.ts'
import { pageContext, scriptMarkContext } from './layouts/rendering/pageContext.ts'

/** Keeps React Router's own data in development, which browsers hydrate by themselves. */
const routes = import.meta.env.DEV ? build.routes : wrapAnswers(build.routes)
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

/** Builds a handler with only the matched routes: React Router tries every route it has, three times per page. */
function handlerFor(pathname: string): typeof handle {
  const { ids, pattern } = matchAddress(pathname)
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
/** Ranks the routes once; `matchRoutes` would rank them on each call. */
const { match } = createStaticHandler(routesBelow())

const MAX_MATCHED_ADDRESSES = 1_000
type Matched = { ids: string[]; pattern: string }
const matched = new LRUCache<string, Matched>({ max: MAX_MATCHED_ADDRESSES })

function matchAddress(pathname: string): Matched {
  const known = matched.get(pathname)
  if (known) return known
  const found = match(pathname) ?? []
  const parts = found.flatMap(({ route }) => route.path || [])
  const made = { ids: found.map(({ route }) => route.id!), pattern: `/${(found.length > 0 ? parts : ['*']).join('/')}` }
  matched.set(pathname, made)
  return made
}

/** Returns the route pattern of an address, as in `routes.ts`: `/admin/news/list/:catalogId`. */
export const patternOf = (pathname: string): string => matchAddress(pathname).pattern
