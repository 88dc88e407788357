import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#api/load.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/** The one entry of Vite's graph that the native server imports. Only plain values cross this border. */
export function render(request: Request, api: Api): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  return handle(request, context)
}

const routesBelow = (parent?: string): RouteObject[] =>
  Object.values(build.routes).flatMap(route => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: routesBelow(id) }
  })
const routes = routesBelow()

/** What stands for an address in `routes.ts`: `/admin/news/list/:catalogId`. */
export function patternOf(pathname: string): string {
  const parts = matchRoutes(routes, pathname)?.flatMap(({ route }) => route.path || []) ?? ['*']
  return `/${parts.join('/')}`
}
