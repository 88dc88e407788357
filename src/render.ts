import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#api/load.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/** The one entry of Vite's graph that the native server imports. Only plain values cross this border. */
export function render(request: Request, api: Api): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  return handle(request, context)
}
