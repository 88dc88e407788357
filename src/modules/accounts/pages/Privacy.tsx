import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import type { Route } from './+types/Privacy'
import { DocumentText, documentHead } from './DocumentText.tsx'

const load = (api: Api, { query: { version } }: Address) =>
  api('GET /document/{document}', { document: 'privacy', version })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => documentHead(args, { document: 'privacy', of: args.loaderData })

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <DocumentText of={loaderData} />
}
