import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { launch, start, startErrorIn } from '../operation/sites.ts'

/** Tries 127.0.0.2, another address of this machine, which answers if the server listens on all interfaces. */
const answersElsewhere = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.2')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

test('a demonstration that nobody has said more about is for this machine only, and says so', async () => {
  const site = await start({ demo: true, env: { HOST: '', DEMO: '' } })
  await expect.poll(site.output).toContain('只有本机可以访问')
  expect(await answersElsewhere(site.port)).toBe(false)
})

test('a site of its own is for everybody', async () => {
  const site = await start({ env: { HOST: '' } })
  expect(await answersElsewhere(site.port)).toBe(true)
})

test('where everybody may come, demo accounts keep a site from starting unless somebody has said DEMO=1', async () => {
  const PUBLIC_URL = 'https://www.example.com'
  const site = await launch({ demo: true, env: { DEMO: '', PUBLIC_URL }, template: process.env.SITE_TEMPLATE })
  expect(await site.ended()).toBe(1)
  expect(startErrorIn(site.output())).toContain('确要公开演示，请设置 DEMO=1')
  const said = await start({ demo: true, env: { PUBLIC_URL } })
  expect((await fetch(`${said.url}/readyz`)).status).toBe(200)
})
