import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import type { Route } from './+types/Terms'
import { DocumentText, documentHead } from './DocumentText.tsx'

const load = (api: Api, { query: { version } }: Address) =>
  api('GET /document/{document}', { document: 'terms', version })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => documentHead(args, { document: 'terms', of: args.loaderData })

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <DocumentText of={loaderData} />
}
