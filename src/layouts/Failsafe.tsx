import { isRouteErrorResponse, Outlet } from 'react-router'
import type { Route } from './+types/Failsafe'
import { head } from './head.ts'
import { NotFound } from './NotFound.tsx'
import { Problem } from './Problem.tsx'

/** Of a page that could not be shown; every other has its own. */
export const meta = (args: Route.MetaArgs) => head(args, { name: '页面无法显示', hidden: true })

/** Keeps the header and footer around a page that could not be shown. */
export default function Failsafe() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error))
    return <Problem title="页面暂时无法显示" message="系统出现了异常，我们会尽快处理。请稍后刷新重试。" />
  if (error.status === 404) return <NotFound />
  return <Problem title="无法按您的要求显示" message={String(error.data)} />
}
