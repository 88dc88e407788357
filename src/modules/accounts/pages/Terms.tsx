import { type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import type { Route } from './+types/Terms'
import { DocumentText } from './DocumentText.tsx'

const load = (api: Api) => api('GET /document/{document}', { document: 'terms' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => head(args, { name: '用户协议', canonical: '/admin/login/terms' })

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <DocumentText of={loaderData} />
}
