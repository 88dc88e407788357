import {
  Form,
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from 'react-router'
import type { Routing } from '#ui/router/routing.ts'

/** React Router's own: on the server, of all screens, and in development of every page. */
export const reactRouting: Routing = {
  Link,
  Form,
  Outlet,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks says what the route has answered
  useRouteLoaderData: id => useRouteLoaderData<any>(id),
  useAllLoaderData: () => useMatches().map(({ loaderData }) => loaderData),
  useRouteProps: () => ({ loaderData: useLoaderData(), params: useParams(), error: useRouteError() }),
}
