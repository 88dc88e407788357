import { Component, Fragment, type ReactNode, useEffect } from 'react'
import { RoutingProvider } from '#ui/router/routing.ts'
import type { DocumentRoute } from './documentLoaders.ts'
import type { DocumentRouter } from './documentRouter.ts'
import { documentRouting, OutletContext, RoutePropsContext, RouterProvider, useDocument } from './documentRouting.tsx'

/** A page as it is drawn in a browser: its routes within each other, each with what its loader has answered. */
export function Document({ router, routes }: { router: DocumentRouter; routes: readonly DocumentRoute[] }) {
  useEffect(router.showGiven, [])
  return (
    <RoutingProvider value={documentRouting}>
      <RouterProvider value={router}>
        <Routes routes={routes} />
      </RouterProvider>
    </RoutingProvider>
  )
}

function Routes({ routes }: { routes: readonly DocumentRoute[] }): ReactNode {
  return routes.reduceRight<ReactNode>((within, route) => <Route key={route.id} {...route} within={within} />, null)
}

/** A route, or what it shows where it has failed, or one of those within it that show nothing of that themselves. */
function Route({ id, params, module, within }: DocumentRoute & { within: ReactNode }) {
  const { loaderData, errors } = useDocument()
  const { default: Page, ErrorBoundary, Layout = Fragment } = module
  const draw = (part: ReactNode, error?: unknown) => (
    <RoutePropsContext value={{ loaderData: loaderData[id], params, error }}>
      <OutletContext value={within}>
        <Layout>{part}</Layout>
      </OutletContext>
    </RoutePropsContext>
  )
  if (!ErrorBoundary) return draw(<Page />)
  const failed = (error: unknown) => draw(<ErrorBoundary />, error)
  if (errors && id in errors) return failed(errors[id])
  return (
    <Boundary of={loaderData} failed={failed}>
      {draw(<Page />)}
    </Boundary>
  )
}

type Props = { of: unknown; failed: (error: unknown) => ReactNode; children: ReactNode }
type BoundaryState = { of: unknown; caught: { error: unknown } | undefined }

/** Shows what failed while it was drawn, until there are other data. */
class Boundary extends Component<Props, BoundaryState> {
  override state: BoundaryState = { of: this.props.of, caught: undefined }
  static getDerivedStateFromError = (error: unknown) => ({ caught: { error } })
  static getDerivedStateFromProps = ({ of }: Props, state: BoundaryState) =>
    of === state.of ? null : { of, caught: undefined }
  override render() {
    const { caught } = this.state
    return caught ? this.props.failed(caught.error) : this.props.children
  }
}
