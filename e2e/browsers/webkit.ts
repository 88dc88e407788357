import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort, until } from '#test/support/site.ts'
import { type Driver, startProgram, surroundings, TIMEOUT } from './driver.ts'

/** Key under which WebDriver answers an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const CAPABILITIES = {
  // Calls watch each page from its beginning, so none waits for its end.
  pageLoadStrategy: 'none',
  'webkitgtk:browserOptions': { args: ['--automation', '--javascript-can-open-windows-automatically=true'] },
}

/** Runs in the page, before the first call in each document: notes what goes wrong in it. */
function noteComplaints() {
  const page = globalThis as unknown as { complaints?: string[] }
  if (page.complaints) return
  const complaints: string[] = []
  page.complaints = complaints
  addEventListener('error', ({ message }) => {
    // Only a notice that an observer is called one frame later.
    if (!message.startsWith('ResizeObserver loop')) complaints.push(message)
  })
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(`unhandled rejection: ${reason}`))
  document.addEventListener('securitypolicyviolation', event => complaints.push(`blocked: ${event.blockedURI}`))
  const { error } = console
  console.error = (...words) => {
    complaints.push(words.join(' '))
    error(...words)
  }
}

/**
 * Starts MiniBrowser of WebKitGTK on a display of its own, through WebKitWebDriver, which speaks the classic protocol:
 * https://www.w3.org/TR/webdriver2/
 */
export async function startWebkit({ driver, xvfb }: { driver: string; xvfb: string }): Promise<Driver> {
  const display = startProgram(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(display.stdio[3]!, 'data')
  const port = await freePort()
  const service = startProgram(driver, [`--port=${port}`], {
    env: { ...surroundings, DISPLAY: `:${String(number).trim()}` },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () => ask<{ ready: boolean }>('GET', `${url}/status`).then(({ ready }) => ready)
  await until(() => isReady().catch(() => false), TIMEOUT)
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${url}/session`, {
    capabilities: { alwaysMatch: CAPABILITIES },
  })
  const session = `${url}/session/${sessionId}`
  await openSecondWindow(session)
  const complaints: string[] = []
  const call = async <T>(source: string, ...args: unknown[]): Promise<T> => {
    const script = `(${noteComplaints})(); return Promise.resolve((${source})(...arguments)).then(value =>
      ({ value, made: complaints.splice(0) }))`
    const { value, made } = await run<{ value: T; made: string[] }>(session, script, args)
    complaints.push(...made)
    return value
  }
  return {
    open: url => ask('POST', `${session}/url`, { url }),
    call,
    act: (...actions) => ask('POST', `${session}/actions`, { actions }),
    chooseFiles: async (selector, paths) => {
      const script = 'return document.querySelector(arguments[0])'
      const { [ELEMENT]: id } = await run<{ [ELEMENT]: string }>(session, script, [selector])
      await ask('POST', `${session}/element/${id}/value`, { text: paths.join('\n') })
    },
    resize: (width, height) => ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height }),
    takeComplaints: async () => {
      await call('() => {}')
      return complaints.splice(0)
    },
    close: async () => {
      await ask('DELETE', session)
      await end(service)
      await end(display)
    },
  }
}

async function ask<T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) })
  const { value } = await answer.json()
  if (!answer.ok) throw new Error(`${url}: ${value.error} ${value.message}`)
  return value
}

const run = <T>(session: string, script: string, args: unknown[] = []) =>
  ask<T>('POST', `${session}/execute/sync`, { script, args })

/** Opens a window without a toolbar: it may be as narrow as a phone, and the page fills it. */
async function openSecondWindow(session: string) {
  const first = await ask<string>('GET', `${session}/window`)
  await run(session, 'open("about:blank", "second", "popup,width=375,height=812")')
  const isSecond = (handle: string) => handle !== first
  const handle = await until(
    async () => (await ask<string[]>('GET', `${session}/window/handles`)).find(isSecond),
    TIMEOUT,
  )
  await ask('POST', `${session}/window`, { handle })
}

async function end(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
