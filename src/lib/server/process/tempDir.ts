import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const rootOf = (dataDir: string) => join(dataDir, 'tmp')

/** A directory of its own for one piece of work, gone with it. What a killed program leaves behind is swept later. */
export async function withTempDir<T>(dataDir: string, work: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(rootOf(dataDir), randomUUID())
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Removes what nobody has written to since then, and answers how many pieces of work had left something. */
export async function removeOldTempDirs(dataDir: string, since: Date): Promise<number> {
  let swept = 0
  for (const name of await entriesOf(rootOf(dataDir))) {
    const directory = join(rootOf(dataDir), name)
    const paths = [directory, ...(await entriesOf(directory)).map(entry => join(directory, entry))]
    const times = await Promise.all(
      paths.map(path =>
        stat(path).then(
          ({ mtime }) => mtime,
          () => new Date(0),
        ),
      ),
    )
    if (times.some(time => time >= since)) continue
    await rm(directory, { recursive: true, force: true })
    swept += 1
  }
  return swept
}

const entriesOf = (directory: string): Promise<string[]> =>
  readdir(directory).catch(error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
