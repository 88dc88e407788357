import * as entry from 'virtual:document-entry'
import type { ComponentType } from 'react'
import type { EntryContext } from 'react-router'
import { answersInScript, inScript } from './inScript.ts'

/**
 * Scripts that start a document in a browser: its data, and the code of its routes, which `entry.document.tsx`
 * hydrates.
 */
export function documentScripts(context: EntryContext, nonce: string | undefined): ComponentType {
  const { manifest, staticHandlerContext } = context
  const routes = staticHandlerContext.matches.map(({ route: { id } }, at) => {
    const { module, clientLoaderModule, imports = [] } = manifest.routes[id]!
    const own = `import * as route${at} from ${inScript(module)};`
    if (!clientLoaderModule) return { files: [module, ...imports], imported: [own], name: `route${at}` }
    const loader = `import * as loader${at} from ${inScript(clientLoaderModule)};`
    const name = `{...loader${at},...route${at}}`
    return { files: [module, clientLoaderModule, ...imports], imported: [own, loader], name }
  })
  const files = new Set([entry.module, ...entry.imports, ...routes.flatMap(route => route.files)])
  const code = [
    `import * as entry from ${inScript(entry.module)};`,
    ...routes.flatMap(route => route.imported),
    `entry.open([${routes.map(({ name }) => name).join()}]);`,
  ].join('\n')
  const data = `window.documentData=${dataInScript(context)};`
  return () => (
    <>
      {[...files.difference(new Set(entry.ofScreens))].map(href => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: data }} />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: code }} type="module" async />
    </>
  )
}

function dataInScript({ staticHandlerContext: { matches, loaderData, errors } }: EntryContext): string {
  const routes = matches.map(({ route: { id }, params }) => ({ id, params }))
  return `{"routes":${inScript(routes)},"loaderData":${answersInScript(loaderData)},"errors":${inScript(errors)}}`
}
