import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { administrator } from '../../setups/administrator.ts'
import { fresh, home, refused, restore, setUpBackups } from '../../setups/backups.ts'
import { startBucket } from '../../support/bucket/bucket.ts'
import { until } from '../../support/site.ts'
import { lookInto, start } from '../sites.ts'
import { hangxie } from '../tool.ts'

setUpBackups()

const BUCKET = { bucket: 'backups', key: 'AKIDBACKUP', secret: 'secret of backups' }

/** Sets environment variables for the program and its commands. */
function given(env: Record<string, string>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { STAFF_TOTP: 'off', CAPTCHA: 'off', ...env }
}

describe('a backup that the program makes by itself', () => {
  test('is sealed to a key that the server has not, restored on trial, copied to the bucket, and restored elsewhere', async () => {
    const bucket = await startBucket(BUCKET)
    onTestFinished(bucket.close)
    const pair = JSON.parse((await hangxie(fresh(), 'backup', 'key', '--json')).stdout)
    const folder = join(home, 'scheduled')
    const env = given({
      BACKUP_DIR: folder,
      BACKUP_RECIPIENT: pair.recipient,
      BACKUP_S3_BUCKET: BUCKET.bucket,
      BACKUP_S3_ENDPOINT: bucket.url,
      BACKUP_S3_KEY: BUCKET.key,
      BACKUP_S3_SECRET: BUCKET.secret,
      BACKUP_S3_PATH_STYLE: '1',
      METRICS_TOKEN: 'of sixteen letters',
    })
    const site = await start({ demo: true, env })
    const admin = await administrator(site)
    expect((await admin.get('/staff/backup/list')).data).toMatchObject({
      backups: [],
      worries: [expect.stringMatching(/还没有校验过的备份/)],
      bucket: BUCKET.bucket,
    })
    await until(async () =>
      (await admin.get('/staff/job/list')).data?.some(({ job }: { job: string }) => job === 'backup'),
    )
    expect(await admin.post('/staff/backup/run', {})).toMatchObject({ code: 200 })
    const made = await until(async () => {
      const { data } = await admin.get('/staff/backup/list')
      if (data.worries.some((text: string) => /没有成功/.test(text))) throw new Error(data.worries.join())
      return data.backups[0]
    }, 120_000)
    expect(made).toMatchObject({
      isGood: true,
      verifiedName: '已试恢复',
      sealName: '公钥',
      places: ['本机目录', '对象存储'],
    })
    expect((await admin.get('/staff/backup/list')).data.worries).toEqual([])
    expect(await readdir(folder)).toEqual([made.name, `${made.name}.json`])
    expect((await readFile(join(folder, made.name))).equals(bucket.kept.get(made.name)!.bytes)).toBe(true)
    const metrics = await (
      await fetch(`${site.url}/metrics`, { headers: { authorization: 'Bearer of sixteen letters' } })
    ).text()
    expect(metrics).toMatch(/^hangxie_backup_last_failed 0$/m)
    expect(Number(metrics.match(/^hangxie_backup_bytes (\d+)$/m)![1])).toBe(made.bytes)
    // The restore test leaves nothing behind.
    const databases = await (await lookInto(site)).query(
      `select datname from pg_database where datname like '%rehearsal'`,
    )
    expect(databases.rows).toEqual([])
    await site.stop()

    // The server that made it cannot open it; who has the other key can, from the bucket, on a machine with nothing.
    const address = `s3://${BUCKET.bucket}/${made.name}`
    const path = join(folder, made.name)
    await refused(path, /BACKUP_IDENTITY/)
    vi.stubEnv('BACKUP_IDENTITY', JSON.parse((await hangxie(fresh(), 'backup', 'key', '--json')).stdout).identity)
    await refused(path, /私钥不对/)
    vi.stubEnv('BACKUP_IDENTITY', pair.identity)
    const list = JSON.parse((await hangxie(fresh(), 'backup', 'list', '--json')).stdout)
    expect(list).toMatchObject([
      { name: made.name, place: folder, verified: 'restored' },
      { name: made.name, place: `s3://${BUCKET.bucket}` },
    ])
    const dataDir = fresh()
    expect(await restore(dataDir, address)).toMatchObject({ code: 0, stdout: /✓ 已恢复到/ })
    expect(await readFile(join(dataDir, 'secret.key'))).toEqual(await readFile(join(site.dataDir, 'secret.key')))
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })
})
