import { redirectDocument } from 'react-router'
import { onServer } from '#api/load.ts'
import { notFound } from '#lib/error.ts'

/**
 * An address below the member centre or the back office for which the routes at hand have no screen. Public pages are
 * given none of their screens, so in the browser the page is loaded anew; if there is no such screen, the server says so.
 */
export const loader = onServer(async () => {
  throw notFound()
})
export const clientLoader = ({ request }: { request: Request }): never => {
  throw redirectDocument(request.url)
}

// With a component it is a page: its refusal is shown within the frame.
export default function Elsewhere() {
  return null
}
