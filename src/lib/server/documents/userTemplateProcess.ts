import type { NodeCompiler, NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { growingCompiler, pathIn } from './pdf.ts'
import { spellUndrawable } from './signs.ts'
import type { Answer, Fault, UserTemplate } from './userTemplate.ts'

/** Maximum pages and bytes of a document from a user-written template. */
const MAX_PAGES = 2
const MAX_BYTES = 12 << 20

/** A folder that is not there: all that a template may read are the pictures that come with it. */
const workspace = pathIn(import.meta.dirname, 'nothing')
const compilerFor = growingCompiler(workspace)

process.on('message', asked => process.send!(compileTemplate(asked as UserTemplate)))
process.once('disconnect', () => process.exit())

function compileTemplate({ template, data, pictures, as, standard, mark }: UserTemplate): Answer {
  const { by: compiler, source } = compilerFor(template, spellUndrawable(data))
  for (const [name, bytes] of Object.entries(pictures)) compiler.mapShadow(pathIn(workspace, name), Buffer.from(bytes))
  try {
    const made = compiler.compile({ ...source, resetRead: true })
    const problem = made.takeDiagnostics()
    const faults = problem ? faultsOf(compiler, problem) : []
    const document = made.result
    if (!document) return { faults: faults.length > 0 ? faults : [{ line: null, message: 'no document' }] }
    if (document.numOfPages > MAX_PAGES) return { faults: [{ line: null, message: `pages: ${document.numOfPages}` }] }
    if (mark && compiler.query(document, { selector: mark }).length === 0)
      return { faults: [{ line: null, message: 'mark missing' }] }
    const bytes =
      as === 'svg'
        ? Buffer.from(compiler.plainSvg(document))
        : compiler.pdf(document, { pdfStandard: standard, pdfTags: false })
    if (bytes.length > MAX_BYTES) return { faults: [{ line: null, message: 'too large' }] }
    return { bytes }
  } catch (error) {
    return { faults: [{ line: null, message: wordsOf(error) }] }
  } finally {
    compiler.resetShadow()
    compiler.evictCache(5)
  }
}

/** The compiler tells by the code of its errors what is wrong. */
const wordsOf = (error: unknown) =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message).replace(/^0: /, '').trim() : ''

type Diagnostic = { message: string; range: { start: { line: number } } | null; severity: number; path: string }
const ERROR = 1

const faultsOf = (by: NodeCompiler, problem: NodeError): Fault[] =>
  (by.fetchDiagnostics(problem) as Diagnostic[])
    .filter(({ severity }) => severity === ERROR)
    .slice(0, 5)
    .map(({ message, range }) => ({ line: range ? range.start.line + 1 : null, message }))
