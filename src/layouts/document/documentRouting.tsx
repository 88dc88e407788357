import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  use,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { NavigateFunction } from 'react-router'
import { type FormProps, type LinkProps, type RouteProps, type Routing, useRouting } from '#ui/router/routing.ts'
import { hrefOf } from './addresses.ts'
import { type DocumentRouter, type DocumentState, isHere } from './documentRouter.ts'

const Router = createContext<DocumentRouter | undefined>(undefined)
export const RouterProvider = Router.Provider
export const RoutePropsContext = createContext<RouteProps>({ loaderData: undefined, params: {}, error: undefined })
export const OutletContext = createContext<ReactNode>(null)

function useRouter(): DocumentRouter {
  const router = use(Router)
  if (!router) throw new Error('This document has no router.')
  return router
}

export function useDocument(): DocumentState {
  const { subscribe, current } = useRouter()
  return useSyncExternalStore(subscribe, current, current)
}

/**
 * A plain link, which the browser follows, except to other parameters of the same page. It is drawn on the server, too, for
 * all links of documents: React Router's own works out each while it is drawn.
 */
export function DocumentLink({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const { useLocation, useNavigate } = useRouting()
  const navigate = useNavigate()
  const here = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const link = event.currentTarget
    if (event.defaultPrevented || !isPlainClick(event) || link.target || link.hasAttribute('download')) return
    const isWithin = isHere(new URL(link.href)) && !link.hash
    if (!isWithin && !state && !replace) return
    event.preventDefault()
    void navigate(to, { replace, state, preventScrollReset })
  }
  return <a {...rest} href={hrefOf(to, here)} onClick={follow} />
}

/** Leaves other clicks to the browser: they open a tab or a window, or save the page. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

/** A plain form whose fields become parameters: of this page in place, of another by the browser. */
function DocumentForm({ replace, preventScrollReset, onSubmit, action, ...rest }: FormProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    const form = event.currentTarget
    if (event.defaultPrevented || !isHere(new URL(form.action))) return
    event.preventDefault()
    const fields = [...new FormData(form, event.nativeEvent.submitter)]
    const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
    void navigate(`?${query}`, { replace, preventScrollReset })
  }
  return <form {...rest} action={action ?? pathname} onSubmit={send} />
}

const useLocation: Routing['useLocation'] = () => useDocument().location
function useNavigate(): NavigateFunction {
  return useRouter().navigate
}

const useSearchParams: Routing['useSearchParams'] = () => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  return [query, (next, options) => void navigate(`?${new URLSearchParams(next)}`, options)]
}

export const documentRouting: Routing = {
  Link: DocumentLink,
  Form: DocumentForm,
  Outlet: () => use(OutletContext),
  useLocation,
  useNavigate,
  useNavigation: () => ({ state: useDocument().navigation }),
  useRevalidator: () => ({ revalidate: useRouter().revalidate, state: useDocument().revalidation }),
  useSearchParams,
  useRouteLoaderData: <T,>(id: string) => useDocument().loaderData[id] as T | undefined,
  useAllLoaderData: () => Object.values(useDocument().loaderData),
  useRouteProps: () => use(RoutePropsContext),
}
