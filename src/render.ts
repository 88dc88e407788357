import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, createStaticHandler, type RouteObject, RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#api/load.ts'
import { scriptMarkContext } from './layouts/scriptMark.ts'
import { publicManifestUrl } from './publicManifest.ts'

const { assets } = build
const handle = createRequestHandler(build, import.meta.env.MODE)
/** For pages that need no screens: the same, with a shorter list of routes for the browser. */
const handlePublic = createRequestHandler(
  { ...build, assets: { ...assets, url: publicManifestUrl(assets.url) } },
  import.meta.env.MODE,
)
const HAS_SCREENS = /^\/(staff|admin\/user)(\/|$)/

/**
 * The one entry of Vite's graph that the native server imports. Only plain values cross this border. Every script that is
 * rendered here, and nothing else, carries `mark` as its nonce.
 */
export function render(request: Request, api: Api, mark?: string): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(scriptMarkContext, mark)
  const needsAll = import.meta.env.DEV || HAS_SCREENS.test(new URL(request.url).pathname)
  return (needsAll ? handle : handlePublic)(request, context)
}

const routesBelow = (parent?: string): RouteObject[] =>
  Object.values(build.routes).flatMap(route => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: routesBelow(id) }
  })
/** It ranks the routes once; `matchRoutes` would with each question. */
const { match } = createStaticHandler(routesBelow())

/** What stands for an address in `routes.ts`: `/admin/news/list/:catalogId`. */
export function patternOf(pathname: string): string {
  const parts = match(pathname)?.flatMap(({ route }) => route.path || []) ?? ['*']
  return `/${parts.join('/')}`
}
