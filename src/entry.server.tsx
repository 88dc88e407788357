import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { keptFrame } from './layouts/keptFrame.ts'
import { FrameMark } from './layouts/public/FramePart.tsx'
import { ScriptMark, scriptMarkContext } from './layouts/scriptMark.ts'
import { mayWait } from './layouts/waiting.ts'

type Rendered = { context: EntryContext; url: string; nonce: string | undefined; frame: ReturnType<typeof keptFrame> }

function Page({ context, url, nonce, frame }: Rendered) {
  frame?.announce()
  return (
    <ScriptMark value={nonce}>
      <FrameMark value={frame?.leftOutBy}>
        <ServerRouter context={ofThisPage(context)} url={url} nonce={nonce} />
      </FrameMark>
    </ScriptMark>
  )
}

/** Renders whole pages, never a shell first: they are kept and sent many times. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
) {
  const nonce = given.get(scriptMarkContext)
  const frame = keptFrame(context, nonce)
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<Page context={context} url={request.url} nonce={nonce} frame={frame} />, {
      nonce,
      bootstrapScriptContent: startLoading(context),
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        if (mayWait(context)) headers.set('x-waits', 'yes')
        pipe(collect(html => resolve(new Response(frame ? frame.complete(html) : html, { status, headers }))))
      },
      onError: reject,
    })
  })
}

/** The router makes its routes anew for each page that it draws: of some hundred, it gets those of this one. */
function ofThisPage(context: EntryContext): EntryContext {
  const { manifest, routeModules, staticHandlerContext } = context
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id))
  const those = <Of extends object>(of: Of) => Object.fromEntries(Object.entries(of).filter(([id]) => ids.has(id)))
  return { ...context, manifest: { ...manifest, routes: those(manifest.routes) }, routeModules: those(routeModules) }
}

/** All at once, when it is whole. */
function collect(then: (html: string) => void): Writable {
  const parts: Uint8Array[] = []
  return new Writable({
    write(part: Uint8Array, _, done) {
      parts.push(part)
      done()
    },
    final(done) {
      then(Buffer.concat(parts).toString())
      done()
    },
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
