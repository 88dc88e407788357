import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasEnded, launch, start, startErrorIn } from './sites.ts'

describe('a start', () => {
  test('turns an empty directory into a site that only its owner may read', async () => {
    const site = await start({ env: { NODE_COMPILE_CACHE: '' } })
    const answer = await (await fetch(`${site.url}/api/config/public`)).json()
    expect(answer).toMatchObject({ code: 200, data: { demo: false } })
    const page = await fetch(`${site.url}/admin/news/list/26`)
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const name of ['pg', 'run', 'files', 'compiled'])
      expect((await stat(join(site.dataDir, name))).mode & 0o77).toBe(0)
    expect(await site.stop()).toBe(0)
    const compiled = await readdir(join(site.dataDir, 'compiled'), { recursive: true })
    expect(compiled.length, 'kept for the next start').toBeGreaterThan(10)
  })

  test('on the directory of a running server is refused with its pid, and disturbs nothing', async () => {
    const first = await start()
    const second = await launch({ dataDir: first.dataDir })
    expect(await second.ended()).toBe(1)
    expect(startErrorIn(second.output())).toContain(`pid ${first.pid}`)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('of two at the same moment, on a new directory, serves with one and refuses the other', async () => {
    const first = await launch()
    const second = await launch({ dataDir: first.dataDir })
    const loser = await Promise.race([first, second].map(site => site.ended().then(() => site)))
    expect(loser.exitCode()).toBe(1)
    expect(loser.output()).toMatch(/正由另一个行协进程（pid \d+）使用/)
    const winner = loser === first ? second : first
    await expect
      .poll(
        () =>
          fetch(`${winner.url}/readyz`).then(
            r => r.status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200)
  })

  test('on a port that is taken says so, and leaves no PostgreSQL behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const site = await launch({ env: { PORT: String(port) } })
    expect(await site.ended()).toBe(1)
    expect(site.output()).toContain(`端口 ${port} 已被占用`)
    expect(site.output()).not.toMatch(/^\s+at /m)
    await expect(stat(join(site.dataDir, 'pg/postmaster.pid'))).rejects.toThrow()
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT 应为'],
    [{ PORT: '70000' }, 'PORT 应为'],
    [{ DEMO: 'yes' }, 'DEMO 应为'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL 应为'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL 应以'],
    [{ PUBLIC_URL: 'www.example.com' }, 'PUBLIC_URL 应以'],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY 应为'],
    [{ DATA_DIR: '/dev/null/data' }, '数据目录 /dev/null/data 无法使用'],
    [{ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }, '无法连接 DATABASE_URL'],
  ])('with %j fails with one sentence', async (env, sentence) => {
    const site = await launch({ env: env as Record<string, string> })
    expect(await site.ended()).toBe(1)
    expect(startErrorIn(site.output())).toContain(sentence)
    expect(site.output()).not.toContain('secret')
    expect(await hasEnded(site.pid)).toBe(true)
  })
})
