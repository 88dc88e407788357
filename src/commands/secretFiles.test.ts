import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEncryption } from '#lib/server/encryption/encryption.ts'
import { readConfig } from '#lib/server/process/config.ts'
import { lookAtSecretFiles } from './secretFiles.ts'

test('doctor names files with secrets that others may read, and how to shut them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hangxie-secrets-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  await openEncryption(config)
  expect(await lookAtSecretFiles(config, dataDir)).toContain('只有运行程序的用户能读')
  const [key, settings] = [join(dataDir, 'secret.key'), join(dataDir, '.env')]
  await chmod(key, 0o640)
  await writeFile(settings, 'SMTP_URL=smtps://user:password@localhost')
  await chmod(settings, 0o644)
  expect(await lookAtSecretFiles(config, dataDir)).toMatchObject({
    warning: expect.stringContaining('2 个'),
    steps: [`chmod 600 ${settings}`, `chmod 600 ${key}`],
  })
})
