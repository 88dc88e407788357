import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from '../process/serialize.ts'
import { type PdfStandard, type Pictures, trialMark } from './pdf.ts'

/** A Typst template that people wrote, and not we: it is set where it can do no harm. */
export type UserTemplate = {
  template: string
  /** Read by the template as `sys.inputs.data`. */
  data: string
  pictures: Pictures
  as: 'pdf' | 'svg'
  standard?: PdfStandard
  /** Element that must be on the page, as a Typst selector: `<label>`. */
  mark?: string
}
/** `line`: of the whole template, from 1; null where it is about all of it. */
export type Fault = { line: number | null; message: string }
export type Answer = { bytes: Buffer } | { faults: Fault[] }

/** Timeout in ms for one document, process start included. */
const TIMEOUT_MS = 15_000
/** Memory limit in bytes of the whole process. */
const MAX_MEMORY_BYTES = 700 << 20
/** Time in ms for which an idle process is kept for the next document. */
const IDLE_MS = 20_000
const PAGE = 4096

/**
 * Address where nothing answers: a template that requests a package gets none, and no outside server learns about us.
 */
const DEAD_PROXY = 'http://127.0.0.1:1'

/**
 * Typesets in a separate process, one document at a time, without access to files, network or this program; killed when
 * it takes too much time or memory, since a Typst loop cannot be interrupted otherwise.
 */
export const typesetTemplate = serialize(async (asked: UserTemplate): Promise<Answer> => {
  clearTimeout(resting)
  running ??= start()
  const setter = running
  setter.ref()
  setter.channel?.ref()
  const begun = Date.now()
  const watch = setInterval(async () => {
    if (Date.now() - begun > TIMEOUT_MS || (await memoryOf(setter)) > MAX_MEMORY_BYTES) setter.kill('SIGKILL')
  }, 100)
  try {
    return await answerOf(setter, { ...asked, template: trialMark() + asked.template })
  } finally {
    clearInterval(watch)
    setter.unref()
    setter.channel?.unref()
    resting = setTimeout(() => rest(setter), IDLE_MS).unref()
  }
})

let running: ChildProcess | undefined
let resting: NodeJS.Timeout | undefined

function rest(setter: ChildProcess): void {
  if (running === setter) running = undefined
  setter.kill()
}

function start(): ChildProcess {
  const nowhere = join(tmpdir(), 'no-such-folder')
  const proxies = { HTTP_PROXY: DEAD_PROXY, HTTPS_PROXY: DEAD_PROXY, ALL_PROXY: DEAD_PROXY }
  const child = fork(new URL('./userTemplateProcess.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: { ...proxies, HOME: nowhere, XDG_CACHE_HOME: nowhere, XDG_DATA_HOME: nowhere, NO_PROXY: '' },
  })
  return child.once('exit', () => {
    if (running === child) running = undefined
  })
}

const answerOf = (setter: ChildProcess, asked: UserTemplate) =>
  new Promise<Answer>((resolve, reject) => {
    const ended = () => over(() => resolve({ faults: [{ line: null, message: 'ended' }] }))
    const answered = (answer: unknown) => over(() => resolve(asBuffers(answer as Answer)))
    const over = (settle: () => void) => {
      setter.off('message', answered).off('exit', ended)
      settle()
    }
    setter.once('message', answered).once('exit', ended)
    setter.send(asked, error => error && over(() => reject(error)))
  })

const asBuffers = (answer: Answer): Answer => ('bytes' in answer ? { bytes: Buffer.from(answer.bytes) } : answer)

/** Reads /proc; where the system has none, the timeout is the only limit. */
const memoryOf = async ({ pid }: ChildProcess) =>
  Number((await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')[1] ?? 0) * PAGE
