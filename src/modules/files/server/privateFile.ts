import type { Download } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { file } from './tables.ts'

type StoredFile = Pick<typeof file.$inferSelect, 'name' | 'type' | 'size' | 'sha256' | 'key'>

/** A kept file, to be saved by who may have it and by nobody else. */
export const privateFile = (
  { store }: Pick<Ctx, 'store'>,
  { name, type, size, sha256, key }: StoredFile,
): Download => ({
  name,
  type,
  size,
  inline: false,
  isPrivate: true,
  etag: `"${sha256.slice(0, 22)}"`,
  body: range => store.open(key, range),
})
