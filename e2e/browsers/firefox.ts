import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Driver, startProgram, surroundings } from './driver.ts'

/** Sends every request but those to this machine to a port where nobody listens: the browser asks nobody but the site. */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'intl.accept_languages': 'zh-CN,zh',
  'browser.aboutwelcome.enabled': false,
}

/** Result of a function that was called in the page: its value, or the element. */
type Called = {
  type: 'success' | 'exception'
  result?: { value?: string; sharedId?: string }
  exceptionDetails?: { text: string }
}

/** Starts Firefox, which speaks WebDriver BiDi by itself: https://www.w3.org/TR/webdriver-bidi/ */
export async function startFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'hangxie-firefox-'))
  const lines = Object.entries(PREFERENCES).map(each => `user_pref(${each.map(part => JSON.stringify(part))});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = startProgram(program, args, { env: surroundings, stdio: ['ignore', 'ignore', 'pipe'] })
  const complaints: string[] = []
  const send = await connect(`${await addressIn(browser.stderr!)}/session`, ({ level, text }) => {
    if (level === 'error') complaints.push(text)
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: [{ context: string }] }>('browsingContext.getTree', {})
  const [{ context }] = contexts
  const call = async (functionDeclaration: string, args: unknown[]) => {
    const { type, result, exceptionDetails } = await send<Called>('script.callFunction', {
      functionDeclaration,
      arguments: args.map(arg => ({ type: 'string', value: JSON.stringify(arg) })),
      target: { context },
      awaitPromise: true,
    })
    if (type === 'exception') throw new Error(exceptionDetails!.text)
    return result!
  }
  return {
    open: async url => {
      await send('browsingContext.navigate', { context, url, wait: 'none' })
    },
    call: async (source, ...args) => {
      const inJson = `async (...args) => JSON.stringify(await (${source})(...args.map(JSON.parse)))`
      const { value } = await call(inJson, args)
      return value === undefined ? undefined : JSON.parse(value)
    },
    act: async (...actions) => {
      await send('input.performActions', { context, actions })
    },
    chooseFiles: async (selector, files) => {
      const { sharedId } = await call('selector => document.querySelector(JSON.parse(selector))', [selector])
      await send('input.setFiles', { context, element: { sharedId }, files })
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    takeComplaints: async () => complaints.splice(0),
    close: async () => {
      const ended = once(browser, 'exit')
      await send('browser.close', {})
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function addressIn(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stream)) {
    const address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('Firefox ended before it listened')
}

/** Connects to the browser; the answer sends one command and waits for its result. */
async function connect(address: string, onLog: (entry: { level: string; text: string }) => void) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, method, params, result, message } = JSON.parse(data)
    if (method === 'log.entryAdded') onLog(params)
    if (type === 'success') waiting.get(id)?.resolve(result)
    if (type === 'error') waiting.get(id)?.reject(new Error(message))
    waiting.delete(id)
  })
  let count = 0
  return <T>(method: string, params: object): Promise<T> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++count, answer)
    socket.send(JSON.stringify({ id: count, method, params }))
    return answer.promise as Promise<T>
  }
}
