import { type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import type { Route } from './+types/Privacy'
import { DocumentText } from './DocumentText.tsx'

const load = (api: Api) => api('GET /document/{document}', { document: 'privacy' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => head(args, { name: '隐私政策', canonical: '/admin/login/privacy' })

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <DocumentText of={loaderData} />
}
