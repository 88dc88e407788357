import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { until } from '../support/site.ts'
import { importerOf, peopleList } from './callers/importer.ts'
import { start } from './sites.ts'

const ROWS = 10_000
const ROUNDS = 3

describe('an import of 10,000 rows', { timeout: 300_000 }, () => {
  test('that is killed, time and again, has left nothing behind or everything, and says so', async () => {
    let site = await start({ demo: true, env: { STAFF_TOTP: 'off' } })
    let staff = await importerOf(site)
    const before = await staff.persons()
    const { id } = await staff.post('/staff/import/check', {
      kind: 'persons',
      fileId: await staff.upload(await peopleList(ROWS)),
    })
    expect(await staff.settled(id)).toMatchObject({ status: 'checked', added: ROWS })
    let isDone = false
    for (let round = 0; round < ROUNDS && !isDone; round++) {
      await staff.post('/staff/import/start', { id, rows: 'good' })
      // Anywhere in its course: the further, the later the round.
      const reached = (ROWS * (round + Math.random())) / ROUNDS
      await until(async () => {
        const { status, progress } = await staff.item(id)
        return status === 'done' || progress >= reached
      }, 60_000)
      await site.kill()
      site = await start({ dataDir: site.dataDir, env: { STAFF_TOTP: 'off' } })
      staff = await importerOf(site)
      const batch = await until(async () => {
        const found = await staff.item(id)
        return found.status !== 'running' && found
      }, 60_000)
      isDone = batch.status === 'done'
      if (!isDone)
        expect(batch).toMatchObject({ status: 'interrupted', statusName: '中断，未写入任何数据', canStart: true })
      expect(await staff.persons()).toBe(before + (isDone ? ROWS : 0))
    }
    if (!isDone) await staff.post('/staff/import/start', { id, rows: 'good' })
    expect(await staff.settled(id)).toMatchObject({ status: 'done', added: ROWS })
    expect(await staff.persons()).toBe(before + ROWS)
  })

  test('takes less than 30 s, and others are answered meanwhile', async () => {
    const site = await start({ demo: true, env: { STAFF_TOTP: 'off' } })
    const staff = await importerOf(site)
    const { id } = await staff.post('/staff/import/check', {
      kind: 'persons',
      fileId: await staff.upload(await peopleList(ROWS)),
    })
    await staff.settled(id)
    const visit = async () => {
      const begun = performance.now()
      const answer = await fetch(
        `${site.url}/api/app/publicity/member/list?pageSize=${1 + Math.floor(Math.random() * 50)}`,
      )
      expect((await answer.json()).code).toBe(200)
      return performance.now() - begun
    }
    const idle: number[] = []
    for (let i = 0; i < 50; i++) idle.push(await visit())
    const begun = performance.now()
    await staff.post('/staff/import/start', { id, rows: 'good' })
    const busy: number[] = []
    const shown = new Set<number>()
    for (let status = 'running'; status === 'running'; ) {
      busy.push(await visit())
      const batch = await staff.item(id)
      shown.add(batch.progress)
      status = batch.status
      await wait(10)
    }
    const seconds = (performance.now() - begun) / 1000
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!.toFixed(1)
    console.log(
      `${ROWS} rows in ${seconds.toFixed(1)} s; median answer ${median(idle)} ms idle, ${median(busy)} ms meanwhile`,
    )
    expect(await staff.item(id)).toMatchObject({ status: 'done', added: ROWS })
    expect(seconds).toBeLessThan(30)
    expect(shown.size).toBeGreaterThan(2)
  })
})
