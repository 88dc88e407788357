import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#lib/server/process/config.ts'
import { warning } from './doctorData.ts'

const GROUP_AND_OTHERS_MODE = 0o077

/** Keys, settings with passwords, and texts with codes: only who runs the program reads them. */
export async function lookAtSecretFiles({ dataDir, signing, seals }: Config, project: string) {
  const outbox = join(dataDir, 'outbox')
  const keys = (await readdir(dataDir)).filter(name => name.startsWith('secret.key'))
  const paths = [
    join(project, '.env'),
    ...keys.map(name => join(dataDir, name)),
    ...(signing ? [signing.keyPath] : []),
    ...(seals?.given ? [seals.given.keyPath] : []),
    ...(await readdir(outbox).catch(() => [])).filter(name => name.endsWith('.jsonl')).map(name => join(outbox, name)),
  ]
  const open: string[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found && found.mode & GROUP_AND_OTHERS_MODE) open.push(path)
  }
  if (open.length === 0) return '密钥等文件只有运行程序的用户能读'
  return warning(`${open.length} 个含有密钥或密码的文件，本机的其他用户也能读，请改为只有自己能读：`, [
    ...open.map(path => `chmod 600 ${path}`),
  ])
}
