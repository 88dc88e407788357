import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { notFound, Refusal } from '#lib/error.ts'
import { withTempDir } from '../process/tempDir.ts'
import type { Store } from './store.ts'

/** `DATA_DIR/files`. A file appears there whole, by its name, and is on the disk when `put` or `take` returns. */
export async function openFolder(dataDir: string): Promise<Omit<Store, 'check'>> {
  const root = join(dataDir, 'files')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const store: Omit<Store, 'check'> = {
    put: (key, bytes) =>
      withTempDir(dataDir, async scratch => {
        await writeFile(join(scratch, 'bytes'), bytes, { mode: 0o600 })
        await store.take(key, join(scratch, 'bytes'))
      }),
    take: async (key, path) => {
      const target = join(root, key)
      refuseLost(root)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await settle(path)
      await rename(path, target).catch(async error => {
        if (error.code !== 'EXDEV') throw error
        await copyFile(path, `${target}.part`)
        await settle(`${target}.part`)
        await rename(`${target}.part`, target)
      })
      await settle(dirname(target))
    },
    open: async (key, range) => {
      const stream = createReadStream(join(root, key), range)
      await once(stream, 'open').catch(error => {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
        refuseLost(root)
        throw notFound('文件已经丢失，请与协会联系')
      })
      return stream
    },
    remove: key => rm(join(root, key), { force: true }),
    async *list() {
      for (const folder of await readdir(root, { withFileTypes: true })) {
        if (!folder.isDirectory()) continue
        for (const name of await readdir(join(root, folder.name))) {
          const about = await stat(join(root, folder.name, name)).catch(() => undefined)
          if (about?.isFile()) yield { key: `${folder.name}/${name}`, at: about.mtime }
        }
      }
    },
  }
  return store
}

/** A disk that has gone is not made anew: what was saved meanwhile would lie hidden under it when it is back. */
function refuseLost(root: string) {
  if (!existsSync(root)) throw new Refusal(503, '附件存储暂时不可用，请稍后再试')
}

/** Waits until a file, or a directory's list of names, would survive a power failure. */
async function settle(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
