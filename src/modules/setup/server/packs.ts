import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { notFound } from '#lib/error.ts'
import { type Pack, readPack } from './packFile.ts'

/** The packs that come with the program. */
const FOLDER = join(import.meta.dirname, '../../../../packs')

export async function ownPacks(): Promise<{ code: string; pack: Pack }[]> {
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.yaml')).sort()
  return Promise.all(
    files.map(async name => ({
      code: basename(name, '.yaml'),
      pack: readPack(await readFile(join(FOLDER, name), 'utf8')),
    })),
  )
}

export async function ownPack(code: string): Promise<Pack> {
  const found = (await ownPacks()).find(one => one.code === code || one.pack.name === code)
  if (!found) throw notFound(`没有名为“${code}”的配置包`)
  return found.pack
}
