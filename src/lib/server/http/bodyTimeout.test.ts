import { once } from 'node:events'
import { request as ask, createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { allowUpload, startBodyTimeout } from './bodyTimeout.ts'

/** Timeout in ms. */
const PATIENCE = 200

async function serve(listener: RequestListener) {
  const server = createServer((request, response) => {
    startBodyTimeout(request, response, PATIENCE)
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Sends `bytes` every 20 ms until `total` are gone or it is cut off: the status, or `cut`. */
async function trickle(port: number, bytes: number, total: number): Promise<number | 'cut'> {
  const sending = ask({ port, method: 'POST', headers: { 'content-length': total } })
  let sent = 0
  const drip = setInterval(() => {
    sending.write(Buffer.alloc(Math.min(bytes, total - sent)))
    sent += bytes
    if (sent >= total) clearInterval(drip)
  }, 20)
  try {
    const [response] = await once(sending, 'response')
    return response.statusCode
  } catch {
    return 'cut'
  } finally {
    clearInterval(drip)
    sending.destroy()
  }
}

const answerWhenWhole: RequestListener = async (request, response) => {
  await text(request).catch(() => {})
  response.end()
}
const takeUpload: RequestListener = (request, response) => {
  allowUpload(request)
  return answerWhenWhole(request, response)
}

test('a body that comes too slowly is cut off', async () => {
  const port = await serve(answerWhenWhole)
  expect(await trickle(port, 1, 1_000_000)).toBe(408)
  expect(await trickle(port, 5_000, 10_000_000)).toBe(408)
  expect(await trickle(port, 1, 2)).toBe(200)
})

test('an upload may take longer, if only it moves', async () => {
  const port = await serve(takeUpload)
  const begun = performance.now()
  expect(await trickle(port, 5_000, 200_000)).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(2 * PATIENCE)
  expect(await trickle(port, 1, 1_000_000)).toBe(408)
})

test('what still comes after the answer is not waited for', async () => {
  let answered = false
  const port = await serve((request, response) => {
    allowUpload(request)
    request.resume()
    response.end(() => {
      answered = true
    })
  })
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.resume()
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10000000\r\n\r\n')
  const drip = setInterval(() => socket.write(Buffer.alloc(5_000)), 20)
  // `once` of node:events would reject on the write error of a closed connection, which may come before the end.
  await new Promise(resolve => socket.once('close', resolve))
  clearInterval(drip)
  expect(answered).toBe(true)
})
