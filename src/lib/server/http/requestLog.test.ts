import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { LineForRequest, linesForPeople, withoutQuery } from './requestLog.ts'

/** Returns the log lines of two requests, one of them for nothing that exists. */
async function written(write: (out: PassThrough) => NodeJS.WritableStream) {
  const out = new PassThrough()
  const logger = { stream: write(out), serializers: { req: withoutQuery } }
  const app = fastify({ logger, logController: new LineForRequest() })
  app.get('/verify', async () => 'ok')
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send('none'))
  await app.inject('/verify?number=HQ1-2023-11-05000')
  await app.inject('/nowhere')
  await app.close()
  out.end()
  return (await text(out)).trim().split('\n')
}

test('a request is one line for programs, without what was asked for', async () => {
  const lines = (await written(out => out)).map(line => JSON.parse(line))
  expect(lines).toMatchObject([
    { msg: 'request completed', req: { method: 'GET', path: '/verify' }, res: { statusCode: 200 } },
    { msg: 'request completed', req: { path: '/nowhere' }, res: { statusCode: 404 } },
  ])
  expect(lines[0].reqId).toBeTruthy()
  expect(JSON.stringify(lines)).not.toContain('HQ1')
})

test('on a terminal it is one line for people', async () => {
  const lines = await written(linesForPeople)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/verify 200，\d+ 毫秒$/)
  expect(lines[1]).toMatch(/INFO: GET \/nowhere 404，\d+ 毫秒$/)
})

test('a call that nobody may be known by leaves a line without an address', async () => {
  const out = new PassThrough()
  const app = fastify({
    logger: { stream: out, serializers: { req: withoutQuery } },
    logController: new LineForRequest(),
  })
  app.post('/cast', { config: { isAnonymous: true } }, async () => 'ok')
  app.post('/else', async () => 'ok')
  await app.inject({ method: 'POST', url: '/cast' })
  await app.inject({ method: 'POST', url: '/else' })
  await app.close()
  out.end()
  const [cast, other] = (await text(out))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(cast.req).toEqual({ method: 'POST', path: '/cast' })
  expect(other.req.address).toBeTruthy()
})
