import type { Site } from '../app.ts'

/** Calls the API with that session; a third word of the key is the type of record. The answer may be a file. */
export async function call(site: Site, session: { cookie: string }, key: string, sent: Record<string, unknown> = {}) {
  const [method, path, type] = key.split(' ') as ['GET' | 'POST', string, string?]
  const given = { ...(type && { type }), ...sent }
  const asked = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const url = `/api${path}${method === 'GET' ? `?${asked}` : ''}`
  const headers = { ...session, 'sec-fetch-site': 'same-origin' }
  const response = await site.app.inject({ method, url, headers, ...(method === 'POST' && { payload: given }) })
  const isFile = response.headers['content-disposition'] !== undefined
  const contentType = String(response.headers['content-type'])
  const said = isFile ? { code: 200, msg: '', data: null } : response.json()
  return { isFile, type: contentType, bytes: response.rawPayload, text: response.body, ...said }
}
