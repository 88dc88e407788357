import { type AnchorHTMLAttributes, type ComponentType, createContext, type FormHTMLAttributes, use } from 'react'
import type { Location, NavigateFunction, NavigateOptions, Navigation, Params, To } from 'react-router'

type Replacing = Pick<NavigateOptions, 'replace' | 'preventScrollReset'>
export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Replacing & {
    to: To
    /** Given along to the page that it leads to. */
    state?: unknown
  }
/** Form whose values become the query of `action`, by default the address of the page. */
export type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'encType'> &
  Replacing & { action?: string }

/** Props of a route; `error` in its error boundary. */
export type RouteProps = { loaderData: unknown; params: Params; error: unknown }

type SetSearchParams = (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void

/**
 * Navigation of pages: screens by React Router (`layouts/document/reactRouting.ts`), documents by the browser
 * (`layouts/document/documentRouting.tsx`). Shared components use this interface, whose names and meaning are React
 * Router's.
 */
export type Routing = {
  Link: ComponentType<LinkProps>
  Form: ComponentType<FormProps>
  Outlet: ComponentType
  useLocation: () => Location
  useNavigate: () => NavigateFunction
  useNavigation: () => Pick<Navigation, 'state'>
  useRevalidator: () => { revalidate: () => Promise<void>; state: Navigation['state'] }
  useSearchParams: () => [URLSearchParams, SetSearchParams]
  /** Loader data of a route, typed by the caller. */
  useRouteLoaderData: <T>(id: string) => T | undefined
  /** Loader data of all routes of the page. */
  useAllLoaderData: () => unknown[]
  useRouteProps: () => RouteProps
}

const Context = createContext<Routing | undefined>(undefined)

/** Gives the routing of a page to all that is drawn in it. */
export const RoutingProvider = Context.Provider

export function useRouting(): Routing {
  const routing = use(Context)
  if (!routing) throw new Error('Nothing says how this page leads to others.')
  return routing
}
