import type { Handlers } from '#lib/server/call.ts'
import type { filesContract } from '../contract.ts'
import { readFile } from './files.ts'

export const filesHandlers: Handlers<typeof filesContract> = {
  'GET /file/{id}': readFile,
}
