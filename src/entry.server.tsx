import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ScriptMark, scriptMarkContext } from './layouts/scriptMark.ts'
import { mayWait } from './layouts/waiting.ts'

/** Renders whole pages, never a shell first: they are kept and sent many times. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
) {
  const nonce = given.get(scriptMarkContext)
  return new Promise<Response>((resolve, reject) => {
    const page = (
      <ScriptMark value={nonce}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ScriptMark>
    )
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      bootstrapScriptContent: startLoading(context),
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        if (mayWait(context)) headers.set('x-waits', 'yes')
        const body = new PassThrough()
        pipe(body)
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
      },
      onError: reject,
    })
  })
}

/**
 * Screens have no data yet: the page asks for them itself, at once, beside the code that will show them. By itself the
 * router asks when all of that has come; it then finds the answers under way (`layouts/screenLoader.ts`). And where some
 * of the code does not come, the router never starts: the page says so (`layouts/NotOpened.tsx`).
 */
function startLoading({ manifest, staticHandlerContext: { matches } }: EntryContext): string | undefined {
  const screens = matches.flatMap(({ route: { id }, params }) => {
    const { clientLoaderModule, hasLoader, module } = manifest.routes[id]!
    return clientLoaderModule && !hasLoader ? [{ module, clientLoaderModule, params }] : []
  })
  if (screens.length === 0) return undefined
  // An address may hold anything: nothing of it ends the script.
  const safe = JSON.stringify(screens).replaceAll('<', '\\u003c')
  return `for (const { module, clientLoaderModule, params } of ${safe}) {
  import(clientLoaderModule)
    .then(({ clientLoader }) => clientLoader({ params, request: new Request(location.href), isAhead: true }))
    .catch(() => {})
  import(module).catch(() => {
    const said = document.querySelector('.not-opened')
    said.parentElement.querySelector('[role=status]').hidden = true
    said.hidden = false
    said.querySelector('button').onclick = () => location.reload()
  })
}`
}

/** A refusal is an answer, not a fault. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) console.error(error)
}
