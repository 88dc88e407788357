import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { memberRoutes } from './src/memberRoutes.ts'
import { staffRoutes } from './src/staffRoutes.ts'

/** What every public page needs, in two files instead of twenty: smaller together, and fewer requests. */
const SHELL =
  /src[\\/](api[\\/](browser|confirm|load|session|useApi|useSignedIn)|lib[\\/](dates|error)|ui[\\/](router([\\/]\w+)?|Breadcrumb|Empty|failed[\\/]\w+|Icon|MenuLink|PageHead|Section|Tag|media[\\/](Advert|countAdverts))|layouts[\\/]((public[\\/])?(account[\\/])?(?!screen|elsewhere|member|staff|idleWarning|confirmSelf|shouldRevalidate|useMounted|columnCrumbs|PlaceLink|signedIn|unread|notOpened|keptFrame)\w+))\.tsx?$/i

/** What the forms of the public pages share: lines to fill in, a code by SMS, and what signing in needs. */
const LINES =
  /(ui[\\/]form[\\/](light[\\/](Light(Form|Input|Lines)|useLightForm)|Field|ErrorSummary|keyboards)|accounts[\\/](target|pages[\\/](Entrance|use(Captcha|Enter)|NameAndPassword|(Captcha|Code|Password)Field)))\.tsx?$/
/** Other kinds of fields, in sections and with remarks. */
const FIELDS = /ui[\\/]form[\\/](light[\\/]Light(Field|Control)|FormSections|RemarkNote)\.tsx?$/

const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  // Of screens alone: documents have no part of it (`layouts/document`).
  { name: 'router', test: /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]/, priority: 1 },
  { name: 'shell', tags: ['$initial' as const], test: SHELL },
  { name: 'lines', tags: ['$initial' as const], test: LINES },
  { name: 'fields', tags: ['$initial' as const], test: FIELDS },
  { name: 'places', tags: ['$initial' as const], test: /layouts[\\/]public[\\/](columnCrumbs|PlaceLink)\.tsx?$/ },
  { name: 'screens', test: /pages[\\/]screens\.ts$/ },
  { name: 'list', tags: ['$initial' as const], test: /src[\\/]ui[\\/]table[\\/](Filter|Pager)\.tsx$/ },
]

const filesOf = (routes: RouteConfigEntry[]): string[] =>
  routes.flatMap(({ file, children = [] }) => [file, ...filesOf(children)])
const SCREENS = filesOf([...memberRoutes, ...staffRoutes])
  .filter(file => file.endsWith('.tsx'))
  .map(file => resolve(import.meta.dirname, 'src', file))

/**
 * Screens are shown by browsers alone. What they are made of (the component library, the editor) is kept off the
 * server: it gets what they take over from other files, as the `handle`, and in place of their own nothing.
 */
const screensInBrowsers: Plugin = {
  name: 'screens-in-browsers',
  enforce: 'pre',
  transform(code, id, options) {
    if (!options?.ssr || !SCREENS.includes(id.split('?')[0]!)) return
    const taken = code.match(/^export \{[^}]*\} from '.*'$/gm) ?? []
    const own = [...code.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name)
    return [...taken, ...own.map(name => `export const ${name} = () => null`), 'export default () => null'].join('\n')
  },
}

/**
 * Where the code of a screen does not come, React Router loads at once anew what one is leaving; without a network that
 * would leave the browser's own page of errors in place of ours. So the screen is one that only fails, whose address is
 * loaded anew as soon as the site is reached (`layouts/useRetry.ts`): at once after a new release.
 */
const codeThatDoesNotCome: Plugin = {
  name: 'code-that-does-not-come',
  transform(code, id) {
    if (/react-router[\\/].*ssr[\\/]routeModules\.m?js/.test(id))
      return swap(
        code,
        'window.location.reload();',
        'const fail = () => { throw error }; return { default: fail, clientLoader: fail };',
      )
    if (/react-router[\\/].*ssr[\\/]routes\.m?js/.test(id))
      return swap(
        code,
        /await import\(\s*(?:\/\*.*?\*\/\s*)*route\.clientLoaderModule\s*\)/,
        'await import(/* @vite-ignore */ route.clientLoaderModule).catch(getLazyRoute)',
      )
  },
}

/**
 * The data of a page stand in it as JSON (`entry.server.tsx`): the router need not wait for a stream of them, written in a
 * way of its own.
 */
const dataOfThePage: Plugin = {
  name: 'data-of-the-page',
  apply: 'build',
  transform: (code, id, options) =>
    !options?.ssr && /react-router[\\/].*dom-export[\\/]hydrated-router\.m?js/.test(id)
      ? swap(
          code,
          /if \(!ssrInfo\.stateDecodingPromise\) \{[\s\S]*?if \(!ssrInfo\.stateDecodingPromise\.value\) throw ssrInfo\.stateDecodingPromise;/,
          '',
        )
      : undefined,
}

const DOCUMENT = resolve(import.meta.dirname, 'src/entry.document.tsx')
const DOCUMENT_ENTRY = 'virtual:document-entry'

/** Builds what takes documents over in browsers, beside the entry of screens, and tells the server where it is. */
function documentEntry(): Plugin {
  let made = { module: '', imports: [] as string[], ofScreens: [] as string[] }
  return {
    name: 'document-entry',
    sharedDuringBuild: true,
    buildStart() {
      if (this.environment.name === 'client' && this.environment.mode === 'build')
        this.emitFile({ type: 'chunk', id: DOCUMENT, name: 'entry.document', preserveSignature: 'strict' })
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId === DOCUMENT)
      if (!entry) return
      made = {
        module: `/${entry.fileName}`,
        imports: entry.imports.map(file => `/${file}`),
        ofScreens: chunks.flatMap(({ name, fileName }) => (name === 'router' ? [`/${fileName}`] : [])),
      }
    },
    resolveId: id => (id === DOCUMENT_ENTRY ? `\0${DOCUMENT_ENTRY}` : undefined),
    load: id =>
      id === `\0${DOCUMENT_ENTRY}`
        ? Object.entries(made)
            .map(([name, of]) => `export const ${name} = ${JSON.stringify(of)}`)
            .join('\n')
        : undefined,
  }
}

/**
 * React Router's compiler gives the component of each route its data by parts of React Router; routes that documents have
 * get the same by parts of ours.
 */
const routesOfDocuments: Plugin = {
  name: 'routes-of-documents',
  enforce: 'post',
  transform(code, id, options) {
    if (options?.ssr || SCREENS.includes(id.split('?')[0]!)) return
    const given = /(?<=import \{[^}]*UNSAFE_with\w+Props[^}]*\} from )"react-router"/
    if (given.test(code))
      return code.replace(given, JSON.stringify(resolve(import.meta.dirname, 'src/ui/router/router.tsx')))
  },
}

function swap(code: string, old: string | RegExp, text: string): string {
  const swapped = code.replace(old, () => text)
  if (swapped === code) throw new Error(`React Router has no ${old} any more`)
  return swapped
}

export default defineConfig({
  plugins: [screensInBrowsers, codeThatDoesNotCome, dataOfThePage, documentEntry(), routesOfDocuments, reactRouter()],
  // Known beforehand, or the first visit of the member centre in development makes them anew under its feet.
  optimizeDeps: {
    include: [
      'antd',
      'antd/es/locale/zh_CN',
      'dayjs',
      'dayjs/locale/zh-cn',
      'pdfjs-dist',
      'qrcode',
      ...['core', 'extension-table'].map(part => `@tiptap/${part}`),
      ...['dropcursor', 'gapcursor', 'history', 'model', 'state', 'tables', 'transform'].map(
        part => `@tiptap/pm/${part}`,
      ),
    ],
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The native server imports this one file of Vite's graph and no other.
    ssr: { build: { rolldownOptions: { input: './src/render.ts' } } },
  },
})
