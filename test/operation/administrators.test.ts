import { expect, test } from 'vitest'
import { PASSWORD } from '../support/make.ts'
import { until } from '../support/site.ts'
import { start } from './sites.ts'
import { hangxie } from './tool.ts'

type Site = Awaited<ReturnType<typeof start>>

const post = async (site: Site, path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${site.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...(await response.json()), cookie: response.headers.get('set-cookie') }
}
const LINK = /\/staff\/enter#([\w-]+)/
const choose = (site: Site, link: string, more = {}) =>
  post(site, '/staff/entry/use', { token: link.match(LINK)![1], newPwd: PASSWORD, confirmPwd: PASSWORD, ...more })

test('whoever installs it becomes the first administrator, by the link in the terminal and no other way', async () => {
  const site = await start()
  const printed = await until(() => site.output().match(LINK)?.[0])
  expect(await post(site, '/staff/login', { account: 'admin', password: 'admin' })).toMatchObject({ code: 400 })
  expect(await choose(site, printed, { userName: 'guanyi', displayName: '关毅' })).toMatchObject({ code: 200 })
  expect(await choose(site, printed, { userName: 'another', displayName: '别人' })).toMatchObject({ code: 404 })
  const entered = await post(site, '/staff/login', { account: 'guanyi', password: PASSWORD })
  expect(entered).toMatchObject({
    code: 200,
    data: { next: 'enrol' },
    cookie: expect.stringMatching(/^staff=.*HttpOnly/),
  })

  // A colleague from the command line, beside the running server.
  const made = await hangxie(site.dataDir, 'admin', 'create', '--user', 'wangmin', '--name', '王敏')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(LINK) })
  expect(await choose(site, made.stdout)).toMatchObject({ code: 200, data: { userName: 'wangmin' } })
  expect(await hangxie(site.dataDir, 'admin', 'create', '--user', 'wangmin')).toMatchObject({
    code: 1,
    stderr: '用户名 wangmin 已有账号。\n',
  })
  const { stdout } = await hangxie(site.dataDir, 'admin', 'list', '--json')
  expect(JSON.parse(stdout)).toMatchObject([{ userName: 'guanyi' }, { userName: 'wangmin', roles: ['admin'] }])
  const reset = await hangxie(site.dataDir, 'admin', 'reset', '--user', 'wangmin')
  expect(await post(site, '/staff/login', { account: 'wangmin', password: PASSWORD })).toMatchObject({ code: 400 })
  expect(await choose(site, reset.stdout)).toMatchObject({ code: 200 })
})
