import { expect, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { openEncryption } from './encryption.ts'
import { refuseOtherKey } from './keyMark.ts'

test('the first key is the database’s key, and a process with another one does not start', async () => {
  const site = await startApp()
  const secretKey = 'cd'.repeat(32)
  const other = { ...site.services, encryption: await openEncryption({ secretKey, dataDir: '' }) }
  await refuseOtherKey(site.services)
  await refuseOtherKey(site.services)
  await expect(refuseOtherKey(other)).rejects.toThrow('几个进程要用同一把密钥')
  await site.close()
})
