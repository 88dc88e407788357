import { createHash, randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test'
import { Client } from 'pg'
import { openEncryption } from '#lib/server/encryption/encryption.ts'

export { expect }

type Fixtures = {
  /** Errors that this test provokes and the browser therefore logs. */
  provokes: RegExp | undefined
  /** Opens a page and waits until it is alive, that is, until React has taken over what the server rendered. */
  visit: (path: string) => Promise<number>
  /** Signs a member of the demo association in: the session in the database, its token in the browser. */
  signIn: (userName: string) => Promise<string>
  /** Signs somebody of the demo association's staff in, by a cookie; answers its token. */
  signInStaff: (userName: string) => Promise<string>
}

/** Fails any test in which a page logs an error, violates its own CSP or contacts another host. */
export const test = base.extend<Fixtures>({
  provokes: [undefined, { option: true }],
  baseURL: process.env.SITE_URL,
  /** Dialogs and lists of the component library stand still: what moves under the mouse may miss a click. */
  contextOptions: async ({ provokes: _ }, use, { file }) => {
    await use(/[\\/]public[\\/]/.test(file) ? {} : { reducedMotion: 'reduce' })
  },
  // Limits count by address; the site believes this header where it comes from this machine.
  extraHTTPHeaders: async ({ locale: _ }, use, { workerIndex }) => {
    await use({ 'x-forwarded-for': `10.0.0.${workerIndex % 256}` })
  },
  context: async ({ context, baseURL, provokes }, use) => {
    await context.setExtraHTTPHeaders({
      'x-forwarded-for': `10.${randomInt(1, 256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    })
    const { complaints, stop } = listen(context, baseURL!)
    await use(context)
    stop()
    expect(complaints.filter(complaint => !provokes?.test(complaint))).toEqual([])
  },
  visit: async ({ page }, use) => {
    await use(path => visit(page, path))
  },
  signIn: async ({ page }, use) => {
    await use(async userName => {
      const token = await openSession(userName)
      await signInBy(page, token)
      return token
    })
  },
  signInStaff: async ({ context, baseURL }, use) => {
    await use(async userName => {
      const value = await openSession(userName)
      await context.addCookies([{ name: 'staff', value, url: baseURL, httpOnly: true, sameSite: 'Strict' }])
      return value
    })
  },
})

export async function visit(page: Page, path: string): Promise<number> {
  const response = await page.goto(path)
  await waitForHydration(page)
  // Nothing is loaded where only the part of the page changes.
  return response?.status() ?? 200
}

/** Navigates as a link does, without reloading the page; for tests that visit many screens. */
export const goWithin = (page: Page, path: string) =>
  page.evaluate(path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** A member's token is all that the browser keeps of a session; an answer without a page is enough to keep it from. */
export async function signInBy(page: Page, token: string) {
  await page.goto('/robots.txt')
  await page.evaluate(token => localStorage.setItem('token', token), token)
}

/**
 * Signs out in the browser only, without a call to the server. Opens `/robots.txt` first, which sends no further
 * requests without a session.
 */
export async function dropSession(page: Page) {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

/** Runs in the page: gives it a sign of life, as a reader does by scrolling, and tells whether React has taken over all of it. */
export function isHydrated(): boolean {
  dispatchEvent(new Event('wheel'))
  const known = (of: object | null, as: string) => Object.entries(of ?? {}).find(([key]) => key.startsWith(as))?.[1]
  const root = known(document, '__reactContainer')?.stateNode.current
  return known(document.querySelector('main'), '__reactFiber') && root?.memoizedState.isDehydrated === false
}

export const waitForHydration = (page: Page) => page.waitForFunction(isHydrated, undefined, { timeout: 20_000 })

/** Notes what the pages of a context complain of, until it is told to stop. */
export function listen(context: BrowserContext, own: string) {
  const complaints: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    // The status of the page itself is checked by the test.
    const isStatus = /^Failed to load resource/.test(message.text()) && message.location().url === message.page()?.url()
    // The service worker has its own tests and is blocked in all others.
    const isBlocked = /^Service Worker registration blocked/.test(message.text())
    if (/error|warning/.test(message.type()) && !isStatus && !isBlocked) complaints.push(message.text())
  }
  const onError = (error: WebError) => void complaints.push(String(error.error()))
  const onRequest = (request: Request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== own && protocol.startsWith('http')) complaints.push(`a request left the site: ${request.url()}`)
  }
  context.on('console', onConsole)
  context.on('weberror', onError)
  context.on('request', onRequest)
  const stop = () => {
    context.off('console', onConsole)
    context.off('weberror', onError)
    context.off('request', onRequest)
  }
  return { complaints, stop }
}

/** Calls the API for facts that a test needs beforehand: which certificate is revoked, which course is open. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what came over HTTP, whatever its type.
export async function ask(path: string): Promise<any> {
  const response = await fetch(`${process.env.SITE_URL}/api${path}`)
  const { code, data, msg } = await response.json()
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data
}

export const textOf = async (locator: Locator) => (await locator.textContent()) ?? ''

/** The texts to a phone, oldest first; at night those among them that wait for the morning. */
export async function textsTo(phone: string, dataDir = process.env.SITE_DATA!): Promise<string[]> {
  const { decrypt } = await openEncryption({ dataDir, secretKey: undefined })
  const database = await lookInto(dataDir)
  const { rows } = await database.query<{ to: string; text: string }>(
    `select to_sealed as to, text_sealed as text from outbox where channel = 'sms' order by id`,
  )
  await database.end()
  const opened = (sealed: string) => {
    try {
      return decrypt(sealed)
    } catch {
      // Other tests write rows by hand, in which nothing is encrypted.
      return sealed
    }
  }
  return rows.flatMap(({ to, text }) => (opened(to) === phone ? [opened(text)] : []))
}

/** The code in the newest of them, once as many codes have been sent. */
export async function codeTo(phone: string, { sent = 1 } = {}): Promise<string> {
  const codes = async () => (await textsTo(phone)).flatMap(text => text.match(/\d{6}/)?.[0] ?? [])
  await expect.poll(async () => (await codes()).length).toBe(sent)
  return (await codes()).at(-1)!
}

/** Opens a database client whose `current_date` is the day in the association's time zone, as for the site. */
export async function lookInto(dataDir = process.env.SITE_DATA!): Promise<Client> {
  const options = '-c TimeZone=Asia/Shanghai'
  const client = new Client({ host: join(dataDir, 'run'), user: 'hangxie', database: 'postgres', options })
  await client.connect()
  return client
}

/** Hash of a session token as the database stores it. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export async function openSession(userName: string, dataDir?: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const database = await lookInto(dataDir)
  const { rowCount } = await database.query(
    'insert into session (token_hash, account_id, confirmed_at) select $1, id, now() from account where user_name = $2',
    [hashOf(token), userName],
  )
  await database.end()
  if (rowCount !== 1) throw new Error(`the demo association has no ${userName}`)
  return token
}

export const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
