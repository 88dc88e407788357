import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, createStaticHandler, type RouteObject, RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#api/load.ts'
import { withAnswersKept } from './layouts/rendering/answers.ts'
import { pageContext } from './layouts/rendering/pageContext.ts'
import { scriptMarkContext } from './layouts/scriptMark.ts'
import { inFrameOf, publicManifestUrl } from './publicManifest.ts'

const { assets } = build
/** In development browsers take over what React Router hands them by itself. */
const routes = import.meta.env.DEV ? build.routes : withAnswersKept(build.routes)
const isInFrame = inFrameOf(routes)
const withoutScreens = <Route>(of: Record<string, Route>) =>
  Object.fromEntries(Object.entries(of).filter(([id]) => !isInFrame(id)))
const handle = createRequestHandler({ ...build, routes }, import.meta.env.MODE)
/** For pages that need no screens: the same among their routes alone, of which browsers get a shorter list, too. */
const handlePublic = createRequestHandler(
  {
    ...build,
    routes: withoutScreens(routes),
    assets: { ...assets, url: publicManifestUrl(assets.url), routes: withoutScreens(assets.routes) },
  },
  import.meta.env.MODE,
)
const HAS_SCREENS = /^\/(staff|admin\/user)(\/|$)/

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
  const needsAll = import.meta.env.DEV || HAS_SCREENS.test(new URL(request.url).pathname)
  const response = await (needsAll ? handle : handlePublic)(request, context)
  return { response, html: context.get(pageContext) ?? undefined }
}

const routesBelow = (parent?: string): RouteObject[] =>
  Object.values(routes).flatMap(route => {
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
