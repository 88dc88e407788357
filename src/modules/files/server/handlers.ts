import type { Handlers } from '#lib/server/api/call.ts'
import type { filesContract } from '../contract.ts'
import { removeFile } from './files.ts'
import { readFile } from './reading.ts'
import { uploadFile } from './upload.ts'

export const filesHandlers: Handlers<typeof filesContract> = {
  'GET /file/{id}': readFile,
  'POST /file/upload': uploadFile,
  'POST /file/remove': removeFile,
}
