import { expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import { startApp } from '#test/support/app.ts'
import type { Endpoint, Key } from '../../contract.ts'

test('no answer of a call may be kept on the way, but for those that are the same for everybody', async () => {
  const site = await startApp()
  const kept: string[] = []
  for (const [key, { cached, upload, also = [] }] of Object.entries(contract) as [Key, Endpoint][]) {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string]
    for (const url of [path, `${path}/`, `${path}?x.css`, ...also]) {
      const { headers } = await site.app.inject({
        method,
        url: `/api${url.replace(/\{\w+\}/g, '1')}`,
        headers: upload || method === 'GET' ? {} : { 'content-type': 'application/json' },
        ...(method === 'POST' && !upload && { payload: '{}' }),
      })
      const isPrivate = /no-store/.test(String(headers['cache-control'])) && /token/.test(String(headers.vary))
      if (!isPrivate && !cached) kept.push(`${method} ${url}: ${headers['cache-control']}, ${headers.vary}`)
    }
  }
  expect(kept).toEqual([])
  await site.close()
})
