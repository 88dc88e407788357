import { request as askPlainly } from 'node:http'
import { Agent, request as askSecurely } from 'node:https'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what came over HTTP, whatever its type.
type Answer = { status: number; code?: number; data?: any; cookie?: string }
type Headers = Record<string, string>
type Method = 'GET' | 'POST'
/** Address of the server; with `ca`, over HTTPS. */
type Place = { port: number; ca?: string }

/** Asks as a browser does that keeps its connection. Rejects where no whole answer comes. */
export function visitorOf({ port, ca }: Place) {
  const agent = ca ? new Agent({ keepAlive: true, maxSockets: 1, ca, checkServerIdentity: () => undefined }) : undefined
  const ask = ca ? askSecurely : askPlainly
  return (method: Method, path: string, body?: object, headers: Headers = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const own = { 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': 'application/json' }), ...headers }
      ask({ host: '127.0.0.1', port, path, method, agent, headers: own }, response => {
        let text = ''
        response.setEncoding('utf8').on('error', reject)
        response.on('data', chunk => {
          text += chunk
        })
        response.on('end', () => {
          const cookie = response.headers['set-cookie']?.[0]?.split(';')[0]
          const isJson = /json/.test(response.headers['content-type'] ?? '')
          resolve({ status: response.statusCode!, cookie, ...(isJson && JSON.parse(text)) })
        })
      })
        .on('error', reject)
        .end(body && JSON.stringify(body))
    })
}

/** Kept pages, kept calls, what is read anew each time, and writes of visitors and of members. */
const wishes: [Method, (n: number) => string, object?][] = [
  ['GET', () => '/admin/home'],
  ['GET', () => '/admin/news/list/41'],
  ['GET', () => '/api/catalog/a?catalogId=41'],
  ['GET', n => `/admin/publicity/training?_=${n}`],
  ['GET', n => `/api/catalog/a?catalogId=41&key=${n}`],
  ['POST', () => '/api/catalog/a/view', { id: 3467 }],
  ['POST', () => '/api/member/message/read', { all: true }],
]

type Seen = { method: Method; path: string; status: number; error?: string }

/** Twenty visitors, each asking again a moment after being answered, until they are told to stop. */
export function crowd(place: Place, token: string, size = 20) {
  const seen: Seen[] = []
  let stopped = false
  let n = 0
  const visit = async () => {
    const visitor = visitorOf(place)
    while (!stopped) {
      const [method, pathOf, body] = wishes[n++ % wishes.length]!
      const path = pathOf(n)
      const { status, error } = await visitor(method, path, body, { token }).then(
        ({ status, code = 200 }) => ({ status: status === 200 ? code : status, error: undefined }),
        error => ({ status: 0, error: String(error.code ?? error) }),
      )
      seen.push({ method, path, status, error })
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  const visits = Array.from({ length: size }, visit)
  return {
    seen,
    stop: async () => {
      stopped = true
      await Promise.all(visits)
    },
  }
}
