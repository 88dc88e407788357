import { createHash } from 'node:crypto'
import { xml } from '#lib/xml.ts'

/** A page may wait with its scripts: `entry.server.tsx` says so by this header, which goes no further. */
export const WAITS = 'x-waits'

const PRELOADS = /<link rel="modulepreload"[^<>]* href="([^"]+)"[^<>]*>/g
const IMPORTS = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/** Where the scripts of the page of `url` are; `digest` is of these scripts. */
export const SCRIPTS = '/page-scripts'

type Waiting = { html: string; scripts: { digest: string; code: string } }

/**
 * Takes the scripts of a page, and the data they begin with, out of it: a page that is only read never needs them. Those
 * that carry `mark` are the page's own. `starter` fetches them when somebody acts.
 */
export function letWait(html: string, { mark, url, starter }: { mark: string; url: string; starter: string }): Waiting {
  const marked = new RegExp(`<script\\b(?=[^<>]* nonce="${mark}")(?![^<>]*\\ssrc=)([^<>]*)>([\\s\\S]*?)</script>`, 'g')
  const data: string[] = []
  const modules: string[] = []
  const quiet = html.replace(marked, (script, attributes: string, code: string) => {
    const isModule = attributes.includes('type="module"')
    if (!isModule && !code.startsWith('window.__reactRouterContext')) return script.replace(/\n\s+/g, '\n')
    if (isModule) modules.push(code.replace(IMPORTS, importing))
    else data.push(code)
    // React expects both where it takes the page over.
    return isModule ? '<script type="module"></script>' : '<script></script>'
  })
  const ahead = [...quiet.matchAll(PRELOADS)].map(([, file]) => file!)
  // All files at once; then the data, then what takes it over.
  const code = [preload(ahead), ...data, ...modules].join('\n')
  const digest = createHash('sha256').update(code).digest('base64url').slice(0, 16)
  const address = xml`${SCRIPTS}/${digest}${url}`.xml
  const begin = `<script nonce="${mark}" data-of="${address}">${starter}</script>`
  return {
    html: quiet.replace(PRELOADS, '').replace(/<\/body>(?!.*<\/body>)/s, `${begin}</body>`),
    scripts: { digest, code },
  }
}

const importing = (_: string, name: string | undefined, file: string) =>
  name ? `const ${name} = await import(${file});` : `await import(${file});`

const preload = (files: string[]) => `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
