import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { type Routing, RoutingProvider } from '#ui/router/routing.ts'
import { DocumentLink } from './layouts/document/documentRouting.tsx'
import { documentScripts } from './layouts/document/documentScripts.tsx'
import { answersInScript, inScript } from './layouts/document/inScript.ts'
import { isDocument } from './layouts/document/isDocument.ts'
import { PageParts } from './layouts/document/PageParts.ts'
import { reactRouting } from './layouts/document/reactRouting.ts'
import { Head, screenParts } from './layouts/document/screenParts.tsx'
import { cachedFrame } from './layouts/keptFrame.ts'
import { FrameMark } from './layouts/public/FramePart.tsx'
import { unwrapAnswers } from './layouts/rendering/answers.ts'
import { pageContext, scriptMarkContext } from './layouts/rendering/pageContext.ts'
import { scriptLoadTime } from './layouts/scriptLoading.ts'
import { ScriptMark } from './layouts/scriptMark.ts'

type Rendered = {
  context: EntryContext
  url: string
  nonce: string | undefined
  frame: ReturnType<typeof cachedFrame>
}

function Page({ context, url, nonce, frame }: Rendered) {
  frame?.announce()
  const { routing, parts } = isDocument(context) ? asDocument(context, nonce) : asScreen
  return (
    <ScriptMark value={nonce}>
      <RoutingProvider value={routing}>
        <PageParts value={parts}>
          <FrameMark value={frame?.leftOutBy}>
            <ServerRouter context={withData(context)} url={url} nonce={nonce} />
          </FrameMark>
        </PageParts>
      </RoutingProvider>
    </ScriptMark>
  )
}

type RoutingAndParts = { routing: Routing; parts: PageParts }
const asScreen: RoutingAndParts = { routing: reactRouting, parts: screenParts }

/** Links as browsers will draw them. */
const routingOfDocuments: Routing = { ...reactRouting, Link: DocumentLink }
const asDocument = (context: EntryContext, nonce: string | undefined): RoutingAndParts => ({
  routing: routingOfDocuments,
  parts: { Head, Scripts: documentScripts(context, nonce) },
})

/** Renders whole pages, never a shell first: they are kept and sent many times. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
) {
  const nonce = given.get(scriptMarkContext)
  const { staticHandlerContext } = context
  staticHandlerContext.loaderData = unwrapAnswers(staticHandlerContext.loaderData)
  const frame = cachedFrame(context, nonce)
  const page = <Page context={context} url={request.url} nonce={nonce} frame={frame} />
  const html = renderAtOnce(page) ?? (await renderWhenReady(page, nonce))
  const whole = frame ? frame.complete(html) : html
  headers.set('content-type', 'text/html; charset=utf-8')
  const come = scriptLoadTime(context)
  if (come) headers.set('x-scripts-come', come)
  given.set(pageContext, whole.slice(0, -END.length) + startLoading(context, nonce) + END)
  return new Response(null, { status, headers })
}

const END = '</body></html>'
/** Marker of React for a part left to the browser, because its code was not loaded yet. */
const SUSPENDED_MARKER = '<!--$!-->'

/** Renders a page as one string, which works for most pages; undefined if a part of it has to wait for its code. */
function renderAtOnce(page: ReactNode): string | undefined {
  if (import.meta.env.DEV) return undefined
  const html = renderToString(page)
  return html.includes(SUSPENDED_MARKER) ? undefined : `<!DOCTYPE html>${html}`
}

const renderWhenReady = (page: ReactNode, nonce: string | undefined) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    })
  })

/**
 * Browsers get the data of screens with what the router begins with (`vite.config.ts`, `dataOfThePage`), not as a stream
 * beside it, for which the page would wait halfway; those of documents stand in their own script.
 */
function withData(context: EntryContext): EntryContext {
  const { staticHandlerContext, serverHandoffString } = context
  if (import.meta.env.DEV || !serverHandoffString) return context
  if (isDocument(context)) return { ...context, serverHandoffStream: undefined }
  const { loaderData, errors } = staticHandlerContext
  const state = `{"loaderData":${answersInScript(loaderData)},"errors":${inScript(errors)}}`
  return {
    ...context,
    serverHandoffString: serverHandoffString.replace(/}$/, () => `,"state":${state}}`),
    serverHandoffStream: undefined,
  }
}

/**
 * Screens have no data yet: the page asks for them itself, at once, beside the code that will show them. By itself the
 * router asks when all of that has come; it then finds the answers under way (`layouts/screenLoader.ts`). And where some
 * of the code does not come, the router never starts: the page says so (`layouts/NotOpened.tsx`).
 */
function startLoading(
  { manifest, staticHandlerContext: { matches } }: EntryContext,
  nonce: string | undefined,
): string {
  const screens = matches.flatMap(({ route: { id }, params }) => {
    const { clientLoaderModule, hasLoader, module } = manifest.routes[id]!
    return clientLoaderModule && !hasLoader ? [{ module, clientLoaderModule, params }] : []
  })
  if (screens.length === 0) return ''
  return `<script nonce="${nonce}">for (const { module, clientLoaderModule, params } of ${inScript(screens)}) {
  import(clientLoaderModule)
    .then(({ clientLoader }) => clientLoader({ params, request: new Request(location.href), isAhead: true }))
    .catch(() => {})
  import(module).catch(() => {
    const said = document.querySelector('.not-opened')
    said.parentElement.querySelector('[role=status]').hidden = true
    said.hidden = false
    said.querySelector('button').onclick = () => location.reload()
  })
}</script>`
}

/** A refusal is an answer, not a fault. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) console.error(error)
}
