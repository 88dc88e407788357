import { onServer } from '#api/load.ts'
import { notFound } from '#lib/error.ts'

/**
 * An address below the member centre or the back office for which the routes at hand have no screen. The page is loaded
 * anew: if there is no such screen, the server says so.
 */
export const loader = onServer(async () => {
  throw notFound()
})
export function clientLoader({ request }: { request: Request }): Promise<never> {
  location.assign(request.url)
  return new Promise(() => {})
}

// A route without a component would be no page; with one, its refusal is shown within the frame.
export default function Elsewhere() {
  return null
}
