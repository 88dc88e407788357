import type { ComponentType, ReactNode } from 'react'
import type { MetaDescriptor, Params, ShouldRevalidateFunction } from 'react-router'

/** Exports of a route's file in the browser. */
export type RouteModule = {
  default: ComponentType
  /** The page around all routes; only the root has one. */
  Layout?: ComponentType<{ children: ReactNode }>
  ErrorBoundary?: ComponentType
  clientLoader?: (asked: { params: Params; request: Request }) => Promise<unknown>
  shouldRevalidate?: ShouldRevalidateFunction
  meta?: (asked: MetaAsked) => MetaDescriptor[] | undefined
}
type MetaAsked = {
  matches: { id: string; loaderData: unknown }[]
  location: { pathname: string; search: string }
  loaderData: unknown
  params: Params
}

export type DocumentRoute = { id: string; params: Params; module: RouteModule }

/** Data of the loaders, by route; an error by the route whose boundary shows it. */
export type Loaded = { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null }

type AddressChange = { from: URL; to: URL; signal: AbortSignal }

/** Asks those routes that must be asked once more on the way from one address of the page to another. */
export async function load(routes: readonly DocumentRoute[], shown: Loaded, way: AddressChange): Promise<Loaded> {
  const loaderData = { ...shown.loaderData }
  const failed = new Map<DocumentRoute, unknown>()
  const ask = async (route: DocumentRoute) => {
    const { id, params, module } = route
    try {
      loaderData[id] = await module.clientLoader?.({ params, request: new Request(way.to, { signal: way.signal }) })
    } catch (error) {
      delete loaderData[id]
      failed.set(route, error)
    }
  }
  await Promise.all(routes.filter(route => mustLoad(route, shown, way)).map(ask))
  const first = routes.find(route => failed.has(route))
  if (!first) return { loaderData, errors: null }
  const error = failed.get(first)
  if (error instanceof Response && !way.signal.aborted) return goToDocument(error)
  const boundary = routes.slice(0, routes.indexOf(first) + 1).findLast(({ module }) => module.ErrorBoundary)!
  return { loaderData, errors: { [boundary.id]: error } }
}

function mustLoad({ id, params, module }: DocumentRoute, { loaderData }: Loaded, { from, to }: AddressChange): boolean {
  if (!module.clientLoader) return false
  if (!(id in loaderData) || !module.shouldRevalidate) return true
  return module.shouldRevalidate({
    currentUrl: from,
    currentParams: params,
    nextUrl: to,
    nextParams: params,
    defaultShouldRevalidate: true,
  })
}

/** Goes to another document; the promise never settles, so nothing more is rendered here. */
function goToDocument({ headers }: Response): Promise<never> {
  location.assign(headers.get('location')!)
  return new Promise(() => {})
}

/** Returns the tab title that the page's `meta` sets; `undefined`: keep the present one. */
export function titleOf(
  routes: readonly DocumentRoute[],
  { loaderData, errors }: Loaded,
  location: MetaAsked['location'],
): string | undefined {
  const page = routes.findLast(({ module }) => module.meta)
  if (errors || !page) return undefined
  const { id, params, module } = page
  const matches = routes.map(route => ({ id: route.id, loaderData: loaderData[route.id] }))
  const head = module.meta?.({ matches, location, loaderData: loaderData[id], params })
  return head?.flatMap(one => ('title' in one ? [String(one.title)] : []))[0]
}
