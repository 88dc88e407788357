import { posix } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'

/** Where the program stands when it is built, from the root. */
const FOLDER = 'build/program'
const root = normalizePath(import.meta.dirname)
/** From the program to a file of the sources. */
const wayTo = (file: string) => JSON.stringify(posix.relative(FOLDER, posix.relative(root, file)))

/** Packages that bring code for the processor or start threads from files of their own stay where npm has put them. */
const STAY = [
  '@myriaddreamin/typst-ts-node-compiler',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'pino',
  'pino-pretty',
  'sharp',
]
/** What pages are made anew by while one edits them: `npm run dev` runs the sources. */
const DEVELOPMENT = ['@fastify/middie', 'vite']

/**
 * A file that names others beside it (templates, programs of threads, migrations) means those beside its source, whatever
 * file it is built into: all of these stand in one folder.
 */
const besideTheSource: Plugin = {
  name: 'beside-the-source',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', `(new URL(${wayTo(id)}, import.meta.url).href)`)
        .replaceAll(
          'import.meta.dirname',
          `(process.getBuiltinModule('node:path').join(import.meta.dirname, ${wayTo(posix.dirname(id))}))`,
        ),
  },
}

/**
 * The server as a few files of plain JavaScript: Node would read some 3,000 files and take the types out of 1,900 of them
 * at each start, and keep the text of all of it in memory. Not shortened, so that a stack tells which function it was.
 */
export default defineConfig({
  plugins: [besideTheSource],
  publicDir: false,
  ssr: { noExternal: true, external: [...STAY, ...DEVELOPMENT] },
  build: {
    ssr: 'src/main.ts',
    outDir: FOLDER,
    target: 'node26',
    minify: false,
    rolldownOptions: {
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
