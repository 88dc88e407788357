import { get } from 'node:http'
import { expect, test } from 'vitest'
import { start } from './sites.ts'

/** Requests the path as it is: redirects are not followed and the URL is not normalised. */
const ask = (base: string, path: string) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    get(base, { path }, response => {
      response.resume().on('end', () => resolve({ status: response.statusCode!, headers: response.headers }))
    }).on('error', reject)
  })

test('whatever the site answers, it carries a request number and the headers that protect visitors', async () => {
  const site = await start({ demo: true })
  const numbers = new Set<unknown>()
  const paths: [path: string, status: number][] = [
    ['/admin/news/list/26', 200],
    ['/admin/news/list/26', 200],
    ['/admin/news/list/99999', 404],
    ['/nowhere', 404],
    ['/admin/%', 302],
    ['/assets/none.js', 404],
    ['/api/catalog', 200],
    ['/api/catalog', 200],
    ['/api/catalog?catalogId=%00', 200],
    ['/api/nothing', 200],
    ['/api/%', 400],
    ['/api/member/info', 401],
    ['/api/openapi.json', 200],
    ['/api/docs', 200],
    ['/healthz', 200],
    ['/readyz', 200],
  ]
  for (const [path, status] of paths) {
    const { headers, ...answer } = await ask(site.url, path)
    expect(answer.status, path).toBe(status)
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/^default-src '(self|none)';.*frame-ancestors 'none'/),
    })
    numbers.add(headers['x-request-id'])
  }
  expect(numbers.size).toBe(paths.length)
})
