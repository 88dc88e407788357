import { expect, test } from 'vitest'
import { answering } from '#test/setups/providers/answering.ts'
import { callProvider } from './callProvider.ts'

test('a provider is answered to, with its status and its bytes', async () => {
  const url = await answering((_, response) => response.writeHead(409, { 'x-why': 'no' }).end('not now'))
  const { status, headers, body } = await callProvider(url, { method: 'GET', most: 7 })
  expect([status, headers.get('x-why'), body.toString()]).toEqual([409, 'no', 'not now'])
})

test('one that says more than it may is not listened to any further', async () => {
  const url = await answering((_, response) => response.end('8 bytes!'))
  await expect(callProvider(url, { method: 'GET', most: 7 })).rejects.toThrow('对方的应答过长')
})

test('one that sends us elsewhere is not followed', async () => {
  let asked = 0
  const url = await answering(({ url: path }, response) => {
    asked++
    if (path === '/') response.writeHead(302, { location: '/elsewhere' }).end()
    else response.end('here')
  })
  await expect(callProvider(url, { method: 'GET', most: 100 })).rejects.toThrow()
  expect(asked).toBe(1)
})
