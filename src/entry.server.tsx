import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { keptFrame } from './layouts/keptFrame.ts'
import { FrameMark } from './layouts/public/FramePart.tsx'
import { pageContext } from './layouts/renderedPage.ts'
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
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
) {
  const nonce = given.get(scriptMarkContext)
  const frame = keptFrame(context, nonce)
  const data = context.serverHandoffStream ? await text(context.serverHandoffStream) : ''
  const page = <Page context={context} url={request.url} nonce={nonce} frame={frame} />
  const html = renderAtOnce(page) ?? (await renderWhenReady(page))
  const scripts = [startLoading(context), ...handOver(data)].flatMap(code => (code ? scriptOf(code, nonce) : []))
  const whole = frame ? frame.complete(html) : html
  headers.set('content-type', 'text/html; charset=utf-8')
  if (mayWait(context)) headers.set('x-waits', 'yes')
  given.set(pageContext, whole.slice(0, -END.length) + scripts.join('') + END)
  return new Response(null, { status, headers })
}

const END = '</body></html>'
/** Where a part of a page was left for browsers to draw, since its code was not there yet. */
const LEFT_OUT = '<!--$!-->'

/** Most pages: their text is put together as one, and no part of it waits for another. */
function renderAtOnce(page: ReactNode): string | undefined {
  const html = renderToString(page)
  return html.includes(LEFT_OUT) ? undefined : `<!DOCTYPE html>${html}`
}

const renderWhenReady = (page: ReactNode) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    })
  })

const scriptOf = (code: string, nonce: string | undefined) => `<script nonce="${nonce ?? ''}">${code}</script>`

/** The data of a page, as React Router's own script takes them over. Nothing of them ends the script. */
const handOver = (data: string) => [
  `window.__reactRouterContext.streamController.enqueue(${JSON.stringify(data).replaceAll('<', '\\u003c')});`,
  'window.__reactRouterContext.streamController.close();',
]

/**
 * The router makes its routes anew for each page that it draws: of some hundred, it gets those of this one. And not the
 * data as a stream, for which it would wait in the middle of the page.
 */
function ofThisPage(context: EntryContext): EntryContext {
  const { manifest, routeModules, staticHandlerContext } = context
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id))
  const those = <Of extends object>(of: Of) => Object.fromEntries(Object.entries(of).filter(([id]) => ids.has(id)))
  return {
    ...context,
    manifest: { ...manifest, routes: those(manifest.routes) },
    routeModules: those(routeModules),
    serverHandoffStream: undefined,
  }
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
