import { type ComponentType, createElement } from 'react'
import type { ErrorResponse } from 'react-router'
import { type FormProps, type LinkProps, type RouteProps, useRouting } from './routing.ts'

// What is shown in documents takes these from here, and nothing from React Router itself: browsers are not sent it there.

export function Link(props: LinkProps) {
  const { Link } = useRouting()
  return <Link {...props} />
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

/** A refusal with a status, as it comes from the server. */
export const isRouteErrorResponse = (error: unknown): error is ErrorResponse =>
  typeof error === 'object' && error !== null && 'status' in error && 'statusText' in error && 'data' in error

/**
 * What the component of a route is exported as, and its error boundary: React Router's compiler wraps them, and
 * `vite.config.ts` lets it take these for the routes of documents.
 */
export const UNSAFE_withComponentProps = withRouteProps
export const UNSAFE_withErrorBoundaryProps = withRouteProps

function withRouteProps(Component: ComponentType<RouteProps>) {
  return function Routed() {
    return createElement(Component, useRouting().useRouteProps())
  }
}
