import { openSession } from './test.ts'

/** What somebody of the staff does at their own desk, by the calls that its screens make. */
export async function desk(userName: string) {
  const headers = { cookie: `staff=${await openSession(userName)}`, 'sec-fetch-site': 'same-origin' }
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(`${process.env.SITE_URL}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const { code, data, msg } = await response.json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
}
