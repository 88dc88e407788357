import { type ComponentType, createElement } from 'react'
import type { ErrorResponse } from 'react-router'
import { keepTogether } from '../keepTogether.tsx'
import { type FormProps, type LinkProps, type RouteProps, useRouting } from './routing.ts'

// Router components for pages that may be documents: these do not load React Router in the browser.

/** A link; days and numbers in its words stay whole. */
export function Link({ children, ...props }: LinkProps) {
  const { Link } = useRouting()
  return <Link {...props}>{keepTogether(children)}</Link>
}

export function Form(props: FormProps) {
  const { Form } = useRouting()
  return <Form {...props} />
}

export function Outlet() {
  const { Outlet } = useRouting()
  return <Outlet />
}

export const useLocation = () => useRouting().useLocation()
export const useNavigate = () => useRouting().useNavigate()
export const useNavigation = () => useRouting().useNavigation()
export const useRevalidator = () => useRouting().useRevalidator()
export const useSearchParams = () => useRouting().useSearchParams()
export const useRouteLoaderData = <T,>(id: string) => useRouting().useRouteLoaderData<T>(id)

export const useAllLoaderData = () => useRouting().useAllLoaderData()

/** A refusal with a status, as it comes from the server. */
export const isRouteErrorResponse = (error: unknown): error is ErrorResponse =>
  typeof error === 'object' && error !== null && 'status' in error && 'statusText' in error && 'data' in error

/**
 * Exports for the code that React Router's compiler wraps around a route's component and error boundary;
 * `vite.config.ts` redirects its imports here for documents.
 */
export const UNSAFE_withComponentProps = withRouteProps
export const UNSAFE_withErrorBoundaryProps = withRouteProps

function withRouteProps(Component: ComponentType<RouteProps>) {
  return function Routed() {
    return createElement(Component, useRouting().useRouteProps())
  }
}
