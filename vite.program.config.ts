import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'

/** Where the program stands when it is built, from the root. */
const FOLDER = 'build/program'
const root = normalizePath(import.meta.dirname)
/** From the program to a file of the sources. */
const wayTo = (file: string) => JSON.stringify(posix.relative(FOLDER, posix.relative(root, file)))

/** Another program, or where the file itself stands. */
const BESIDE = /new URL\(['"](\.[^'"]+\.ts)['"], import\.meta\.url\)|import\.meta\.(?:url|dirname)/g

/** Programs by name: the server, the commands, and what they start as threads or processes, named by `new URL`. */
function findPrograms(): Record<string, string> {
  const started = globSync('src/{commands,lib,modules}/**/*.ts', { cwd: root })
    // Those of pages are threads of the browser.
    .filter(file => !/\.test\.ts$|^src\/modules\/.*\/pages\//.test(normalizePath(file)))
    .flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(BESIDE)].flatMap(([, name]) =>
        name ? [posix.join(posix.dirname(normalizePath(file)), name)] : [],
      ),
    )
  return Object.fromEntries(['src/main.ts', 'src/cli.ts', ...started].map(file => [basename(file, '.ts'), file]))
}

/** Packages that bring code for the processor or start threads from files of their own stay where npm has put them. */
const STAY = [
  '@myriaddreamin/typst-ts-node-compiler',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'pino',
  'pdfjs-dist',
  'pino',
  'pino-pretty',
  'sharp',
]
/** What pages are made anew by while one edits them: `npm run dev` runs the sources. */
const DEVELOPMENT = ['@fastify/middie', 'vite']

/**
 * A file that names others beside it (templates, migrations) means those beside its source, whatever file it is built
 * into; the programs that it starts are built into this folder.
 */
const besideTheSource: Plugin = {
  name: 'beside-the-source',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) =>
      code.replaceAll(BESIDE, (found, program: string | undefined) => {
        if (program) return `new URL('./${basename(program, '.ts')}.js', import.meta.url)`
        return found === 'import.meta.url'
          ? `(new URL(${wayTo(id)}, import.meta.url).href)`
          : `(process.getBuiltinModule('node:path').join(import.meta.dirname, ${wayTo(posix.dirname(id))}))`
      }),
  },
}

/**
 * The server and its other programs as a few files of plain JavaScript: Node would read some 3,000 files and take the types out of 1,900 of them
 * at each start, and keep the text of all of it in memory. Not shortened, so that a stack tells which function it was.
 */
export default defineConfig({
  plugins: [besideTheSource],
  publicDir: false,
  ssr: { noExternal: true, external: [...STAY, ...DEVELOPMENT] },
  build: {
    ssr: true,
    outDir: FOLDER,
    target: 'node26',
    minify: false,
    rolldownOptions: {
      input: findPrograms(),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        // Apart: of a file with Chinese in it, each letter takes two bytes.
        codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
      },
    },
  },
})
