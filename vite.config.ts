import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Of `ui`, `lib` and `api`, what not every page needs: forms, files, maps, lists, what moves, an article's parts. */
const SELDOM =
  /(lib[\\/](provinces|creditCode|residentId|uploads|size|money|form[\\/]\w+)|api[\\/]file|ui[\\/](map|table|form|file|richText)[\\/]\w+|ui[\\/]media[\\/](Carousel|Ticker|useMotion|Share))\.tsx?$/
/** What every public page needs, in two files instead of twenty: smaller together, and fewer requests. */
const isShell = (id: string) =>
  /src[\\/]((api|lib|ui)[\\/]|layouts[\\/](?!member|staff|places|IdleWarning|ScreenBoundary|useMounted))/i.test(id) &&
  !SELDOM.test(id)

/** What the forms of the public pages share: lines to fill in, a code by SMS, and what signing in needs. */
const LINES =
  /(ui[\\/]form[\\/](Light(Form|Input|Lines)|useLightForm|Field|ErrorSummary|keyboards)|accounts[\\/](target|pages[\\/](Entrance|use(Captcha|Enter)|NameAndPassword|(Captcha|Code|Password)Field)))\.tsx?$/
/** Other kinds of fields, in sections and with remarks. */
const FIELDS = /ui[\\/]form[\\/](Light(Field|Control)|FormSections|RemarkNote)\.tsx?$/

const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/ },
  // What is loaded only when a screen of the member centre opens stays apart.
  { name: 'shell', tags: ['$initial' as const], test: isShell },
  { name: 'lines', tags: ['$initial' as const], test: LINES },
  { name: 'fields', tags: ['$initial' as const], test: FIELDS },
  { name: 'list', tags: ['$initial' as const], test: /src[\\/]ui[\\/]table[\\/](Filter|Pager)\.tsx$/ },
]

export default defineConfig({
  plugins: [reactRouter()],
  // Known beforehand, or the first visit of the member centre in development makes them anew under its feet.
  optimizeDeps: {
    include: [
      'antd',
      'antd/es/locale/zh_CN',
      'dayjs',
      'dayjs/locale/zh-cn',
      'pdfjs-dist',
      'qrcode',
      'quill',
      ...['blots/block.js', 'formats/image.js', 'modules/clipboard.js', 'ui/icons.js'].map(part => `quill/${part}`),
    ],
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The native server imports this one file of Vite's graph and no other.
    ssr: { build: { rolldownOptions: { input: './src/render.ts' } } },
  },
})
