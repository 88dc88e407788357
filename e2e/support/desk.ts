import type { Page } from '@playwright/test'
import { expect, openSession } from './test.ts'

type Where = { url: string; dataDir: string }
/** The one that most tests visit. */
const everybodys = (): Where => ({ url: process.env.SITE_URL!, dataDir: process.env.SITE_DATA! })

/** API calls of a staff member, as the screens make them. */
export const desk = (userName: string) => deskAt(everybodys(), userName)
export async function deskAt({ url, dataDir }: Where, userName: string) {
  const headers = { cookie: `staff=${await openSession(userName, dataDir)}`, 'sec-fetch-site': 'same-origin' }
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const { code, data, msg } = await response.json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
}

/** Decides on the application whose title contains these words. */
export const decisions = (userName: string) => decisionsAt(everybodys(), userName)
export async function decisionsAt(where: Where, userName: string) {
  const call = await deskAt(where, userName)
  return async (path: string, title: string, decision: object) => {
    const { list } = await call('GET', `/staff/review/list?key=${encodeURIComponent(title)}`)
    const { id, version } = list[0]
    return call('POST', path, { id, version, ...decision })
  }
}

/** Unfolds all entries of the menu. */
export async function unfoldMenu(page: Page) {
  const menu = page.getByRole('navigation', { name: '工作后台' })
  await expect(menu.getByRole('link').first()).toBeVisible()
  const folded = menu.getByRole('button', { expanded: false })
  for (let left = await folded.count(); left > 0; left--) {
    await folded.first().click()
    await expect(folded).toHaveCount(left - 1)
  }
}
