import { type AnchorHTMLAttributes, type ComponentType, createContext, type FormHTMLAttributes, use } from 'react'
import type { Location, NavigateFunction, NavigateOptions, Navigation, Params, To } from 'react-router'

type Replacing = Pick<NavigateOptions, 'replace' | 'preventScrollReset'>
export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Replacing & {
    to: To
    /** Given along to the page that it leads to. */
    state?: unknown
  }
/** What is filled in becomes the parameters of `action`, an address; by itself that of the page. */
export type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'encType'> &
  Replacing & { action?: string }

/** What a route is drawn with; `error` where it shows what failed in it. */
export type RouteProps = { loaderData: unknown; params: Params; error: unknown }

type SetSearchParams = (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void

/**
 * How pages lead to each other and learn where they are: screens by React Router (`layouts/document/reactRouting.ts`),
 * documents by the browser (`layouts/document/documentRouting.tsx`). What is shown in both asks here, by the names and
 * with the meaning that React Router has given them.
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
  /** What the loader of a route has answered, as whoever asks says. */
  useRouteLoaderData: <T>(id: string) => T | undefined
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
