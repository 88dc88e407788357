import { Outlet } from '#ui/router/router.tsx'
import type { Route } from './+types/Failsafe'
import { head } from './head.ts'
import { NotFound } from './NotFound.tsx'
import { failureIn, Problem } from './Problem.tsx'

/** Title of a page that failed; every other page has its own. */
export const meta = (args: Route.MetaArgs) => head(args, { name: '页面无法显示', hidden: true })

/** Keeps the header and footer around a page that could not be shown. */
export default function Failsafe() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return failureIn(error)?.code === 404 ? <NotFound /> : <Problem error={error} />
}
