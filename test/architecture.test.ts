import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { modules, parts } from '../src/modules/order.ts'
import * as ownStages from '../src/modules/review/ownStages.ts'
import { definitionOf, usualActions } from '../src/modules/review/stages.ts'
import { allActions, allStages, nameOfAction, nameOfState } from '../src/modules/review/workflow.ts'
import routes from '../src/routes.ts'
import '../src/stages.ts'
import { drawModules } from './house/drawing.ts'
import { files, importsIn, importsOf, moduleOf, partOf, stylesheets, textOf } from './house/imports.ts'
import { staleIndexes } from './house/indexes.ts'
import { listModules } from './house/list.ts'
import { measureModules, outdated } from './house/measure.ts'

/** Lists imports, as `file → target`, that break a rule. */
const broken = (who: RegExp, forbidden: (to: string, file: string) => boolean) =>
  files
    .filter(file => who.test(file))
    .flatMap(file =>
      importsOf(file)
        .filter(({ to }) => forbidden(to, file))
        .map(({ to }) => `${file} → ${to}`),
    )

/** Files that must be loaded before this one runs; type imports are erased. */
const neededBy = (file: string) => importsOf(file).flatMap(({ to, typesOnly, later }) => (typesOnly || later ? [] : to))

/** The first circle that is found from a file on, as `a → b → a`. */
function circleFrom(start: string, needs: (file: string) => string[], done: Set<string>): string | undefined {
  const walk = (file: string, path: string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ')
    if (done.has(file)) return undefined
    for (const next of needs(file)) {
      const circle = walk(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
  }
  return walk(start, [])
}

/** All files reachable through imports. */
function reachedFrom(entries: readonly string[], next: (file: string) => string[]) {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (/^package:|\.json$|\?/.test(file) || reached.has(file)) return
    reached.add(file)
    for (const to of next(file)) visit(to)
  }
  for (const entry of entries) visit(entry)
  return reached
}

/** Threads and processes of their own. */
const startedBy = (file: string) =>
  [...textOf(file).matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, to]) => join(dirname(file), to!))

/** Files loaded at run time; type imports load nothing. */
const loadedBy = (file: string) => [
  ...importsOf(file).flatMap(({ to, typesOnly }) => (typesOnly ? [] : to)),
  ...startedBy(file),
]

const isPage = /^(ui|layouts|modules\/\w+(\/\w+)?\/pages)\/|^(root|entry\.\w+)\.tsx$/
const isServer = /(^|\/)server\//

describe('direction', () => {
  test('lib and ui know no module', () => {
    expect(broken(/^(lib|ui)\//, to => /^(modules|layouts)\//.test(to))).toEqual([])
    expect(broken(/^lib\//, to => /^(ui|api)\//.test(to))).toEqual([])
  })

  test('every module has its place in the order, and imports only modules above it', () => {
    const folders = new Set(files.map(moduleOf).filter(name => name !== undefined))
    expect([...folders].filter(name => !modules.includes(name))).toEqual([])
    const place = (path: string) => modules.indexOf(moduleOf(path)!)
    expect(broken(/^modules\/\w+\//, (to, file) => place(to) > place(file))).toEqual([])
  })
})

describe('the parts of a module', () => {
  const filesOf = (module: string) => files.filter(file => moduleOf(file) === module)

  /** Files outside the parts that import a part, themselves or by way of another. */
  function topOf(module: string): Set<string> {
    const outside = filesOf(module).filter(file => !partOf(file))
    const top = new Set<string>()
    const isTop = (file: string) =>
      importsOf(file).some(({ to }) => moduleOf(to) === module && (partOf(to) !== undefined || top.has(to)))
    for (let before = -1; before < top.size; ) {
      before = top.size
      for (const file of outside) if (isTop(file)) top.add(file)
    }
    return top
  }

  /** Imports of a higher part or of the top, those of types alone included. */
  function upwardIn(module: string): string[] {
    const top = topOf(module)
    const place = (file: string) => {
      const part = partOf(file)
      if (part === undefined) return top.has(file) ? Infinity : -1
      return parts[module]!.indexOf(part)
    }
    return filesOf(module).flatMap(file =>
      partOf(file) === undefined
        ? []
        : importsOf(file).flatMap(({ to }) =>
            moduleOf(to) === module && place(to) > place(file) ? `${file} → ${to}` : [],
          ),
    )
  }

  test('are all in the order of the parts (src/modules/order.ts)', () => {
    for (const module of modules) {
      const folders = new Set(filesOf(module).flatMap(file => partOf(file) ?? []))
      expect([...folders].toSorted(), module).toEqual((parts[module] ?? []).toSorted())
    }
  })

  test('import only parts below them, and the base of the module', () => {
    expect(Object.keys(parts)).toContain('training')
    expect(Object.keys(parts).flatMap(upwardIn)).toEqual([])
  })
})

describe('the review knows no business', () => {
  const own = files.filter(file => /^modules\/review\//.test(file))
  const later = modules.slice(modules.indexOf('review') + 1)

  /** The codes and names of the stages that other modules add. */
  function addedWords(): string[] {
    const stages = allStages().filter(({ code }) => !Object.keys(ownStages).includes(code))
    const states = stages.flatMap(stage => stage.states)
    const actions = allActions().filter(action => !(action in usualActions))
    return [
      ...stages.flatMap(({ code, name }) => [code, name]),
      ...states.flatMap(state => [state, nameOfState(state), definitionOf(state)?.told ?? []].flat()),
      ...actions.flatMap(action => [action, nameOfAction(action)]),
    ]
  }
  /** A code in quotes or as a key, anything else wherever it stands. */
  const uses = (word: string) => {
    const pattern = new RegExp(/^\w+$/.test(word) ? `['"\`]${word}['"\`]|\\b${word}\\??:` : word)
    return own.filter(file => pattern.test(textOf(file))).map(file => `${file}: ${word}`)
  }

  test('no file of it names a stage that another module adds', () => {
    const added = addedWords()
    expect(added).toEqual(expect.arrayContaining(['现场评审', '专家评审']))
    expect(added.flatMap(uses)).toEqual([])
    expect(uses('noticed').length).toBeGreaterThan(0)
  })

  test('what others add is loaded for the server and for the screens (stages.ts)', () => {
    const adds = (file: string) => /\bdefineStage\(/.test(textOf(file))
    const loadedFrom = (file: string) => importsOf(file).map(({ to }) => to)
    expect(loadedFrom('stages.ts').toSorted()).toEqual(
      files.filter(file => adds(file) && !own.includes(file)).toSorted(),
    )
    for (const file of ['parts.ts', 'layouts/Member.tsx', 'layouts/Staff.tsx'])
      expect(loadedFrom(file)).toContain('stages.ts')
  })

  test('no file of it asks for a permission that is named after a module below', () => {
    expect(later.flatMap(name => uses(`staff:${name}`))).toEqual([])
  })
})

describe('circles', () => {
  test('no file needs one that needs it', () => {
    const needs = new Map(files.map(file => [file, neededBy(file).filter(to => files.includes(to))]))
    expect([...needs.values()].flat().length).toBeGreaterThan(3000)
    const done = new Set<string>()
    expect(files.flatMap(file => circleFrom(file, of => needs.get(of)!, done) ?? [])).toEqual([])
  })

  test('are found where there are some', () => {
    const needs: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }
    expect(circleFrom('c', file => needs[file]!, new Set())).toBeUndefined()
    expect(circleFrom('a', file => needs[file]!, new Set())).toBe('b → d → b')
  })

  test.each([
    ["import type { A, B } from './b.ts'", true],
    ["import { type A, type B } from './b.ts'", true],
    ["import { type A, b } from './b.ts'", false],
    ["import a from './b.ts'", false],
    ["import './b.ts'", false],
    ["export type { A } from './b.ts'", true],
    ["export * from './b.ts'", false],
  ])('%s is of types alone: %s', (text, typesOnly) =>
    expect(importsIn(text, 'lib/a.ts')).toEqual([{ to: 'lib/b.ts', typesOnly, later: false }]),
  )
})

describe('runtime', () => {
  test('pages never import the server', () => {
    expect(broken(isPage, to => isServer.test(to))).toEqual([])
  })

  test('the server never imports pages, React or anything of theirs', () => {
    const theirs = (to: string) => to.endsWith('.tsx') || isPage.test(to) || /^package:react/.test(to)
    expect(broken(isServer, theirs)).toEqual([])
  })

  test('what main and cli reach by imports is native: the pages come in by render.ts alone, and that not by import', () => {
    const reached = reachedFrom(['main.ts', 'cli.ts'], file => importsOf(file).map(({ to }) => to))
    const native =
      /^(\w+\.ts|commands\/\w+\.ts|api\/(contract|sections)\.ts|lib\/.*|modules\/\w+\/(\w+\/)?(\w+\.ts|server\/.*))$/
    expect([...reached].filter(file => !native.test(file) || /^(render|routes)\.ts$/.test(file))).toEqual([])
    expect(reached.size).toBeGreaterThan(40)
  })

  test('the generated indexes name every part, handler and contract (npm run modules writes them)', async () => {
    expect(await staleIndexes()).toEqual([])
  })

  test('nothing is loaded for what it registers but by the index of the parts', () => {
    const unnamed = (file: string) => [...textOf(file).matchAll(/^import '([^']+)'/gm)].map(([, to]) => to!)
    expect(files.filter(file => isServer.test(file) && unnamed(file).length > 0)).toEqual([])
  })

  test('no file of the server is forgotten: a file that nobody loads, and that is no part, is not there', () => {
    // The last two are what PostgreSQL runs to archive its log, and to read it again.
    const segments = ['archiveSegment.ts', 'fetchSegment.ts'].map(name => `lib/server/backups/archiving/${name}`)
    const loaded = reachedFrom(['main.ts', 'cli.ts', ...segments], loadedBy)
    expect(loaded).toContain('parts.ts')
    expect(files.filter(file => isServer.test(file) && !loaded.has(file))).toEqual([])
  })

  test('what documents show asks our own router, never React Router, which browsers are not sent there', () => {
    const screens = ['layouts/Member.tsx', 'layouts/Staff.tsx']
    const pagesIn = (entries: RouteConfigEntry[]): string[] =>
      entries.flatMap(({ file, children = [] }) => (screens.includes(file) ? [] : [file, ...pagesIn(children)]))
    const frame = routes.find(({ file }) => file === 'layouts/Public.tsx')!
    const shown = reachedFrom(['entry.document.tsx', 'root.tsx', ...pagesIn([frame])], loadedBy)
    expect(shown.size).toBeGreaterThan(200)
    const asking = [...shown].filter(file =>
      importsOf(file).some(({ to, typesOnly }) => to === 'package:react-router' && !typesOnly),
    )
    // The part of it that needs React Router runs on the server alone.
    expect(asking).toEqual(['api/load.ts'])
  })

  test('no screen has the checks of the API sent to the browser, which asks the server instead', () => {
    const pagesIn = (entries: RouteConfigEntry[]): string[] =>
      entries.flatMap(({ file, children = [] }) => [file, ...pagesIn(children)])
    const screens = pagesIn(routes).filter(file => file.endsWith('.tsx'))
    const shown = reachedFrom(['entry.document.tsx', 'entry.client.tsx', 'root.tsx', ...screens], loadedBy)
    expect(shown.size).toBeGreaterThan(500)
    const checking = [...shown].filter(file =>
      importsOf(file).some(({ to, typesOnly }) => to === 'package:zod' && !typesOnly),
    )
    expect(checking).toEqual([])
  })

  test('contracts, and the words beside them, import only zod, lib and each other', () => {
    const plain =
      /^(package:zod|lib\/((access|form|register|words)\/)?\w+\.ts|modules\/\w+\/(?!server|pages)(\w+\/)?\w+\.ts)$/
    // What seals and signs votes is the same on a phone and on the server (docs/decisions/secret-ballots.md).
    const sealing = /^package:(@cloudflare\/blindrsa-ts|@hpke\/core|shamir-secret-sharing)$/
    expect(broken(/^modules\/ballots\/protocol\/\w+\.ts$/, to => !plain.test(to) && !sealing.test(to))).toEqual([])
    const words = /^modules\/(?!ballots\/protocol)\w+\/(?!server|pages)(\w+\/)?\w+\.ts$/
    expect(broken(words, to => !plain.test(to))).toEqual([])
  })
})

describe('bytes of strangers are parsed where they cannot stop the site', () => {
  /**
   * Packages that parse files, and who may load them: parsers in their own threads and processes, and others with a
   * reason.
   */
  const parsing: Record<string, Record<string, string>> = {
    'pdfjs-dist': {
      'lib/server/documents/pdfDrawing.ts': 'of parsers',
      'lib/server/pages/pdfAssets.ts': 'its version, to serve its files to browsers',
      'ui/file/preview/PdfPage.tsx': 'in the browser of who looks at the file',
    },
    'zxing-wasm': {
      'lib/server/documents/qrParser.ts': 'parser',
      'ui/media/scanner.worker.ts': 'in a browser, of its own camera',
    },
    '@napi-rs/canvas': { 'lib/server/documents/pdfDrawing.ts': 'of parsers' },
    sharp: {
      'lib/server/documents/qrParser.ts': 'parser',
      'lib/server/storage/pictureParser.ts': 'parser',
      'modules/training/participants/server/photoParser.ts': 'parser',
      'modules/training/running/server/tickets.ts': 'pictures that pictureParser has written',
      'modules/certificates/designs/server/seal.ts': 'pictures that pictureParser has written',
      'modules/signatures/server/seals.ts': 'pictures that pictureParser has written, and drawings of our own',
      'modules/certificates/designs/server/demo.ts': 'drawings of our own',
      'modules/certificates/credentials/server/walletCard.ts': 'drawings of our own',
      'modules/adverts/server/demo/applying.ts': 'drawings of our own',
      'modules/content/server/demo/photos.ts': 'pictures of our own',
      'modules/oversight/reports/server/letterhead.ts':
        'pictures that pictureParser has written, and drawings of our own',
      'modules/setup/server/packExport.ts': 'pictures that pictureParser has written',
      'modules/setup/server/packApply.ts': 'only their heads, in packs of administrators',
    },
    saxes: { 'lib/server/sheets/xmlReader.ts': 'bookReader, in threads' },
    yauzl: {
      'lib/server/sheets/zipReader.ts': 'a stream, with limits of parts; who unpacks limits the bytes',
      'modules/payments/providers/server/alipay/alipay.ts': 'bills of the payment provider, with a limit of bytes',
    },
    '@e965/xlsx': {
      'lib/server/sheets/oldWorkbook.ts': 'bankParser, in threads',
      'lib/server/sheets/cellFormats.ts': 'formats of numbers, of bookReader, in threads',
    },
    htmlparser2: {
      'lib/server/sheets/htmlTable.ts': 'bankParser, in threads',
      'lib/html/foreignHtml.ts':
        'texts of a request, with limits of tags and depth; in a browser, what is pasted there',
      'lib/html/tree.ts': 'of foreignHtml.ts',
      'lib/html/wordLists.ts': 'of foreignHtml.ts',
      'modules/content/server/word/numbering.ts': 'of wordParser.ts',
      'modules/content/server/word/wordParser.ts': 'parser',
      'modules/content/oldSite/server/html.ts':
        'pages of an old site, which administrators bring, with a limit of tags',
      'modules/wechat/server/callback.ts': 'messages that WeChat has signed',
    },
    mammoth: { 'modules/content/server/word/wordParser.ts': 'parser' },
    'sanitize-html': { 'lib/server/outbound/sanitizeHtml.ts': 'texts of a request, with a limit of tags' },
    yaml: {
      'modules/setup/server/packFile.ts': 'packs of administrators, with limits of bytes, depth and aliases',
      'modules/content/server/demo/articles.ts': 'files of our own',
    },
    'tar-stream': Object.fromEntries(
      ['archive/writing.ts', 'archive/reading.ts', 'backups/archiving/base.ts', 'backups/archiving/recovering.ts'].map(
        name => [`lib/server/${name}`, 'backups of our own, as a stream'],
      ),
    ),
  }
  /** Files that start threads or processes; on the server, files from users go through parser.ts only. */
  const starting: Record<string, string> = {
    'lib/server/parsers/parser.ts': 'every parser',
    'lib/server/documents/userTemplate.ts': 'templates in Typst, in a process without network and folders',
    'modules/imports/server/reading.ts': 'sheets of staff in a thread, some hundred rows at a time',
    'modules/money/letters/server/making.ts': 'documents of our own that take long',
    'modules/training/running/server/tickets.ts': 'documents of our own that take long',
    'ui/media/useScanner.ts': 'in a browser',
    'modules/accounts/pages/doWork.ts': 'in a browser',
  }

  test('what parses files is loaded by parsers, and by others for a reason', () => {
    const loads = (name: string) => (file: string) =>
      importsOf(file).some(({ to, typesOnly }) => !typesOnly && `${to}/`.startsWith(`package:${name}/`))
    for (const [name, known] of Object.entries(parsing))
      expect(files.filter(loads(name)).toSorted(), name).toEqual(Object.keys(known).toSorted())
  })

  test('threads and processes are started by parser.ts, and by others for a reason', () => {
    const starts = files.filter(file => /\bnew Worker\(|\bfork\(/.test(textOf(file)))
    expect(starts.toSorted()).toEqual(Object.keys(starting).toSorted())
  })

  test('a script that answers as a parser is loaded by nobody, only started', () => {
    const scripts = files.filter(file => /^answerParser\(/m.test(textOf(file)))
    expect(scripts.length).toBeGreaterThan(4)
    const needed = new Set(files.flatMap(neededBy))
    expect(scripts.filter(file => needed.has(file))).toEqual([])
    const started = new Set(files.filter(file => /\bdefineParser[<(]/.test(textOf(file))).flatMap(startedBy))
    expect(scripts.filter(file => !started.has(file))).toEqual([])
  })
})

test('no handler is called by its address: the verb is a function, which handlers and domain code call', () => {
  const called = files.filter(file => /[hH]andlers\[['`](GET|POST) /.test(textOf(file)))
  expect(called).toEqual([])
})

test('no file is named after nothing', () => {
  const drawer = /(^|\/)(utils?|helpers?|common|misc|types|index)\.\w+$/
  expect(files.filter(file => drawer.test(file))).toEqual([])
})

test('no ref is written while a component renders: that is for effects and events', () => {
  const written = files.filter(file => /^ {2}[\w.]+\.current (=|\+=) /m.test(textOf(file)))
  expect(written).toEqual([])
})

test('keys of an input method are held back in one place, for all pages, before whoever acts on keys', () => {
  const entries = ['entry.client.tsx', 'entry.document.tsx']
  for (const entry of entries) expect(textOf(entry)).toMatch(/^ *holdImeKeys\(\)$/m)
  const browser = files.filter(file => /^(ui|layouts|api|modules\/\w+(\/\w+)*\/pages)\//.test(file))
  // A key handler that asks by itself has forgotten the order of events in Safari.
  const asking = browser.filter(file => /\bisComposing\b|\bkeyCode\b/.test(textOf(file)))
  // A suggestion waits for the end of a word, too, but hears of input and not of keys.
  expect(asking.sort()).toEqual(['layouts/public/SuggestInput.tsx', 'ui/keys/holdImeKeys.ts'])
  expect(textOf('layouts/public/SuggestInput.tsx').match(/isComposing/g)).toHaveLength(1)
  // What listens before all others, or to other events of keys, is not held back.
  const listening =
    /addEventListener\(\s*'key(press|up)'|on(KeyPress|KeyUp|KeyDownCapture)=|'keydown',[^)]*(true|capture)/
  // The password field only watches Caps Lock.
  expect(browser.filter(file => listening.test(textOf(file))).sort()).toEqual([
    'modules/accounts/pages/PasswordField.tsx',
    'ui/keys/holdImeKeys.ts',
  ])
})

test('every custom property that a style uses is defined somewhere', () => {
  const styles = [...stylesheets, ...files]
  const texts = styles.map(textOf).join('\n')
  const found = (pattern: RegExp) => new Set([...texts.matchAll(pattern)].map(([, name]) => name!))
  const defined = found(/(?:^|[{;\s'])(--[\w-]+)'?\s*:/g)
  const used = found(/var\(\s*(--[\w-]+)/g)
  expect([...used].filter(name => !defined.has(name))).toEqual([])
  expect(used.size).toBeGreaterThan(50)
})

describe('the picture of the modules', () => {
  const docs = join(import.meta.dirname, '../docs')
  const picture = readFileSync(join(docs, 'modules.svg'), 'utf8')
  const unescaped = (text: string) => text.replace(/&lt;/g, '<').replace(/&amp;/g, '&')
  const drawn = JSON.parse(unescaped(picture.match(/<metadata>(.*)<\/metadata>/)![1]!))

  test('shows the modules as they are (npm run modules draws it anew)', () => {
    expect(outdated(drawn, measureModules())).toEqual([])
    expect(drawModules(drawn)).toBe(picture)
    expect(listModules(drawn)).toBe(readFileSync(join(docs, 'modules.md'), 'utf8'))
  })

  test('is out of date when an arrow comes or goes, or a number is off by more than a tenth', () => {
    const house = (uses: Record<string, number>, lines: number) => ({
      layers: [{ title: 'One', modules: [{ name: 'a', purpose: 'p', files: 1, lines, uses }] }],
      lines: { lib: 1, ui: 1, above: 1 },
    })
    expect(outdated(house({ b: 20 }, 1000), house({ b: 22 }, 1100))).toEqual([])
    expect(outdated(house({ b: 20 }, 1000), house({ c: 1 }, 1200))).toEqual([
      'a, lines: 1000 → 1200',
      'a → c: undefined → 1',
      'a → b: no more',
    ])
  })
})
