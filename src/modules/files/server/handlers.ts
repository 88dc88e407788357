import type { Handlers } from '#lib/server/api/call.ts'
import type { filesContract } from '../contract.ts'
import { fileHandlers } from './files.ts'
import { readingHandlers } from './reading.ts'
import { uploadHandlers } from './upload.ts'

export const filesHandlers: Handlers<typeof filesContract> = {
  ...readingHandlers,
  ...uploadHandlers,
  ...fileHandlers,
}
