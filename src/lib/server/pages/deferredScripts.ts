import { hash } from 'node:crypto'
import { xml } from '#lib/xml.ts'
import { nonceOf, rewriteMarked } from '../http/markedScripts.ts'

/**
 * Internal header by which `entry.server.tsx` says when the scripts of a page are fetched; never sent to the browser.
 */
export const SCRIPTS_HEADER = 'x-scripts-come'

const PRELOADS = /<link rel="modulepreload"[^<>]* href="([^"]+)"[^<>]*>/g
const IMPORTS = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/** Path of the scripts of the page at `url`; `digest` is their hash. */
export const SCRIPTS_PATH = '/page-scripts'

type DeferredPage = { html: string; scripts: { digest: string; code: string } }

/**
 * Takes the scripts of a page, and the data they begin with, out of it: a page that is only read never needs them. Those
 * that carry `mark` are the page's own. `starter` fetches them when somebody acts.
 */
export function deferScripts(
  html: string,
  { mark, url, starter }: { mark: string; url: string; starter: string },
): DeferredPage {
  const data: string[] = []
  const modules: string[] = []
  const quiet = rewriteMarked(html, mark, (attributes, code) => {
    const isModule = attributes.includes('type="module"')
    if (!isModule && !code.startsWith('window.documentData'))
      return `<script${attributes}>${code.replace(/\n\s+/g, '\n')}</script>`
    if (isModule) modules.push(code.replace(IMPORTS, importing))
    else data.push(code)
    // React expects both where it takes the page over.
    return isModule ? '<script type="module"></script>' : '<script></script>'
  })
  const head = quiet.slice(0, quiet.indexOf('</head>'))
  const ahead = [...head.matchAll(PRELOADS)].map(([, file]) => file!)
  // Order: preload all files, then the data, then the modules that hydrate the page.
  const code = [preload(ahead), ...data, ...modules].join('\n')
  const digest = hash('sha256', code, 'base64url').slice(0, 16)
  const address = xml`${SCRIPTS_PATH}/${digest}${url}`.xml
  const begin = `<script${nonceOf(mark)} data-of="${address}">${starter}</script>`
  const end = quiet.lastIndexOf('</body>')
  const read = head.replace(PRELOADS, '') + quiet.slice(head.length, end)
  return { html: `${read}${begin}${quiet.slice(end)}`, scripts: { digest, code } }
}

/** A page whose scripts come at once: `starter`, ahead of them all, keeps what is done before they are there. */
export const insertStarter = (html: string, { mark, starter }: { mark: string; starter: string }) =>
  html.replace('</head>', () => `<script${nonceOf(mark)}>${starter}</script></head>`)

const importing = (_: string, name: string | undefined, file: string) =>
  name ? `const ${name} = await import(${file});` : `await import(${file});`

const preload = (files: string[]) => `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
